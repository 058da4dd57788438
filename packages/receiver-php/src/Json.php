<?php

declare(strict_types=1);

namespace ParcelWebhooks;

use JsonException;
use stdClass;

/**
 * Decodes JSON twice: arrays are what the user gets, but in arrays `{}` and `[]` look the same.
 * Therefore all decisions read the shape, in which objects are objects.
 *
 * @internal
 */
final class Json
{
    /** PHP counts the value inside the innermost bracket as a level. */
    private const DEPTH = 1000 + 1;
    /** Skips every other escape and whole pairs of surrogates, so that what remains is half a pair. */
    private const HALF_PAIR = '/\\\\(?:[^u]|u(?!d[89a-f])|ud[89ab][0-9a-f]{2}\\\\ud[c-f][0-9a-f]{2})(*SKIP)(*FAIL)'
        . '|\\\\ud[89a-f][0-9a-f]{2}/i';

    private function __construct(public readonly mixed $shape, public readonly mixed $value)
    {
    }

    /** @throws JsonException */
    public static function decode(string $json): self
    {
        try {
            return self::decodeStrictly($json);
        } catch (JsonException $error) {
            if ($error->getCode() !== JSON_ERROR_UTF16) {
                throw $error;
            }
            // A carrier may cut its text inside an emoji. PHP refuses that half, and the webhook would be lost.
            return self::decodeStrictly((string) preg_replace(self::HALF_PAIR, '\\ufffd', $json));
        }
    }

    /** @throws JsonException */
    private static function decodeStrictly(string $json): self
    {
        // PHP refuses an object whose key begins with NUL. The names of the shape matter only where they are known.
        $safe = str_replace('"\\u0000', '"_', $json);
        return new self(
            json_decode($safe, false, self::DEPTH, JSON_THROW_ON_ERROR),
            json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING),
        );
    }

    /** The value of a field; null if there is none, or if this is no object. */
    public function field(string $name): self
    {
        $isThere = $this->shape instanceof stdClass && is_array($this->value) && isset($this->shape->$name);
        return $isThere ? new self($this->shape->$name, $this->value[$name] ?? null) : new self(null, null);
    }

    /** @return array<array-key, mixed>|null null if this is no object */
    public function object(): ?array
    {
        return $this->shape instanceof stdClass && is_array($this->value) ? $this->value : null;
    }

    public function text(): ?string
    {
        return is_string($this->shape) && is_string($this->value) ? $this->value : null;
    }
}

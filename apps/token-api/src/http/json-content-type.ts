/** Whether a body so labelled is JSON as the API reads it: `application/json`, in UTF-8 if a charset is named (spec: 415). */
export function isJsonContentType(contentType: string | undefined): boolean {
  const [mediaType, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  return mediaType === 'application/json' && parameters.every(isFineParameter);
}

/** RFC 8259 defines no parameter; others are ignored, another charset would be read wrongly. */
const isFineParameter = (parameter: string): boolean => !/^charset\s*=/.test(parameter) || /^charset\s*=\s*"?utf-?8"?$/.test(parameter);

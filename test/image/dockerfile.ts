import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, DockerfileParser, type From, type Instruction, type JSONInstruction } from 'dockerfile-ast';

/** One line of a stage. */
export type Step =
  | { readonly kind: 'run'; readonly script: string }
  | { readonly kind: 'copy'; readonly from: string | undefined; readonly sources: readonly string[]; readonly target: string }
  | { readonly kind: 'variable'; readonly name: string; readonly value: string }
  | { readonly kind: 'workdir'; readonly value: string }
  | { readonly kind: 'user'; readonly value: string }
  | { readonly kind: 'expose'; readonly ports: readonly number[] }
  | { readonly kind: 'entrypoint'; readonly words: readonly string[] }
  | { readonly kind: 'cmd'; readonly words: readonly string[] };

export interface Stage {
  /** Name of the stage, or its number if it has no name. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** @throws Error that names an unknown instruction: add it here before the Dockerfile uses it */
export function readDockerfile(root: string): Stage[] {
  const stages: { name: string; steps: Step[] }[] = [];
  for (const instruction of DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      stages.push({ name: (instruction as From).getBuildStage() ?? String(stages.length), steps: [] });
    } else {
      stages.at(-1)?.steps.push(...toSteps(instruction)); // An ARG before the first FROM only chooses the base image.
    }
  }
  return stages;
}

function toSteps(instruction: Instruction): Step[] {
  const words = instruction.getArguments().map((argument) => argument.getValue());
  switch (instruction.getKeyword()) {
    case 'LABEL':
      return [];
    case 'RUN':
      return [{ kind: 'run', script: instruction.getArgumentsContent() ?? '' }];
    case 'COPY':
      return [{ kind: 'copy', from: (instruction as Copy).getFromFlag()?.getValue() ?? undefined, ...splitTarget(words) }];
    case 'ARG':
    case 'ENV':
      return words.filter((word) => word.includes('=')).map(toVariable);
    case 'WORKDIR':
      return [{ kind: 'workdir', value: words[0] ?? '' }];
    case 'USER':
      return [{ kind: 'user', value: words[0] ?? '' }];
    case 'EXPOSE':
      return [{ kind: 'expose', ports: words.map(Number) }];
    case 'ENTRYPOINT':
      return [{ kind: 'entrypoint', words: jsonWords(instruction as JSONInstruction) }];
    case 'CMD':
      return [{ kind: 'cmd', words: jsonWords(instruction as JSONInstruction) }];
    default:
      throw new Error(`Dockerfile: test/image/dockerfile.ts does not know ${instruction.getInstruction()}`);
  }
}

function splitTarget(words: readonly string[]): { sources: string[]; target: string } {
  return { sources: words.slice(0, -1), target: words.at(-1) ?? '' };
}

function toVariable(word: string): Step {
  const [name = '', ...rest] = word.split('=');
  return { kind: 'variable', name, value: rest.join('=').replace(/^"(.*)"$/, '$1') };
}

function jsonWords(instruction: JSONInstruction): string[] {
  return instruction.getJSONStrings().map((word) => word.getJSONValue());
}

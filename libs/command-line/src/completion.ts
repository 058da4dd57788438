// Scripts by which a shell completes commands, options and values. They are static: completing starts no process.
import { nameOf, PROGRAM } from './commander-command.js';
import { type CommandDefinition, defineCommand, type Parameter, requiredChoice } from './define-command.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A word after which, or an option behind which, something can be completed. */
interface Completed {
  readonly long: string;
  readonly what: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Completed[];
  /** Words that its first argument may be. */
  readonly words: readonly string[];
}

export const completionCommand = (definitions: readonly CommandDefinition[]): CommandDefinition =>
  defineCommand({
    name: 'completion',
    summary: 'prints a script by which a shell completes commands and options',
    more: 'the first lines of the script say how to load it',
    args: { shell: requiredChoice('<shell>', 'the shell', SHELLS) },
    examples: SHELLS,
    reads: [],
    run: ({ shell }) => {
      const script = completionScript(shell, definitions);
      return { json: { shell, script }, text: script };
    },
  });

export function completionScript(shell: Shell, definitions: readonly CommandDefinition[]): string {
  const commands = [...definitions.map(toCompleted), { name: 'completion', summary: 'prints this script', options: [], words: SHELLS }];
  const lines = SCRIPTS[shell](commands);
  return [`# Completes the commands of ${PROGRAM} in ${shell}. ${HOW_TO_LOAD[shell]}`, IN_A_CLONE[shell], ...lines].join('\n');
}

const HOW_TO_LOAD: Readonly<Record<Shell, string>> = {
  bash: `Load it: source <(${PROGRAM} completion bash)`,
  zsh: `Load it after compinit: source <(${PROGRAM} completion zsh)`,
  fish: `Load it: ${PROGRAM} completion fish | source`,
};

const IN_A_CLONE: Readonly<Record<Shell, string>> = {
  bash: `# In a clone first: ${PROGRAM}() { npm run --silent ${PROGRAM} -- "$@"; }`,
  zsh: `# In a clone first: ${PROGRAM}() { npm run --silent ${PROGRAM} -- "$@"; }`,
  fish: `# In a clone first: function ${PROGRAM}; npm run --silent ${PROGRAM} -- $argv; end`,
};

function toCompleted({ name, summary, args = {}, options = {} }: CommandDefinition): CompletedCommand {
  const own = Object.values(options).map(({ flags, what, choices = [] }: Parameter<unknown>) => {
    return { long: nameOf(flags), what, takesValue: flags.includes('<'), choices };
  });
  const everywhere = [
    { long: '--json', what: 'print the result as JSON', takesValue: false, choices: [] },
    { long: '--help', what: 'show the help', takesValue: false, choices: [] },
  ];
  return { name, summary, options: [...own, ...everywhere], words: Object.values(args)[0]?.choices ?? [] };
}

type Script = (commands: readonly CompletedCommand[]) => string[];

/** bash takes a colon for the end of a word: the words are taken from the line, and what stands before a colon is cut off the answers. */
const bashScript: Script = (commands) => [
  `_${PROGRAM}() {`,
  '  local line=${COMP_LINE:0:COMP_POINT} words current before candidates=',
  '  read -ra words <<< "$line"',
  `  [[ $line == *[[:space:]] ]] && words+=('')`,
  '  current=${words[${#words[@]}-1]} before=${words[${#words[@]}-2]}',
  '  if (( ${#words[@]} <= 2 )); then',
  `    candidates='${commands.map(({ name }) => name).join(' ')} --help --version'`,
  '  else',
  '    case "${words[1]} $before" in',
  ...commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices }) => `      '${name} ${long}') candidates='${choices.join(' ')}' ;;`),
  ),
  '      *) case "${words[1]}" in',
  ...commands.map(({ name, options, words }) => {
    return `        ${name}) candidates='${[...words, ...options.map(({ long }) => long)].join(' ')}' ;;`;
  }),
  '      esac ;;',
  '    esac',
  '  fi',
  '  COMPREPLY=($(compgen -W "$candidates" -- "$current"))',
  '  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then',
  '    local head=${current%"${current##*:}"}',
  '    COMPREPLY=("${COMPREPLY[@]#"$head"}")',
  '  fi',
  '}',
  `complete -o default -F _${PROGRAM} ${PROGRAM}`,
];

const zshScript: Script = (commands) => [
  `_${PROGRAM}() {`,
  '  local -a commands',
  '  commands=(',
  ...commands.map(({ name, summary }) => `    ${quoted(`${name.replaceAll(':', '\\:')}:${summary}`)}`),
  '  )',
  '  if (( CURRENT == 2 )); then',
  '    _describe command commands',
  '    return',
  '  fi',
  '  shift words',
  '  (( CURRENT-- ))',
  '  case ${words[1]} in',
  ...commands.map(({ name, options, words }) => {
    const rest = words.length === 0 ? '*: :_files' : `1:word:(${words.join(' ')})`;
    return `    ${name}) _arguments ${[...options.map(zshOption), rest].map(quoted).join(' ')} ;;`;
  }),
  '  esac',
  '}',
  `compdef _${PROGRAM} ${PROGRAM}`,
];

function zshOption({ long, what, takesValue, choices }: Completed): string {
  const value = choices.length === 0 ? ':value:_files' : `:value:(${choices.join(' ')})`;
  return `${long}[${what.replaceAll(/[[\]:]/g, '\\$&')}]${takesValue ? value : ''}`;
}

const fishScript: Script = (commands) => [
  `complete -c ${PROGRAM} -f`,
  `complete -c ${PROGRAM} -n __fish_use_subcommand -l help -d 'show the help'`,
  `complete -c ${PROGRAM} -n __fish_use_subcommand -l version -d 'show the version'`,
  ...commands.flatMap(({ name, summary, options, words }) => {
    const behind = `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c ${PROGRAM} -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...(words.length === 0 ? [] : [`${behind} -a '${words.join(' ')}'`]),
      ...options.map(({ long, what, takesValue, choices }) => {
        const value = choices.length === 0 ? ' -r -F' : ` -x -a '${choices.join(' ')}'`;
        return `${behind} -l ${long.slice(2)} -d ${quoted(what)}${takesValue ? value : ''}`;
      }),
    ];
  }),
];

/** One word of a shell, whatever it contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const SCRIPTS: Readonly<Record<Shell, Script>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

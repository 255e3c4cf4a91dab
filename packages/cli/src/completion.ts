import type { Command } from './command.ts';

/** A script that completes commands and options in a shell. */
export function completion(program: string, commands: readonly Command[], shell: string): string {
  const names = [...commands.map(({ name }) => name), 'help', 'completion'].join(' ');
  const optionsOf = (command: Command) =>
    [...Object.keys(command.options ?? {}), 'json', 'help'].map((option) => `--${option}`).join(' ');
  if (shell === 'fish')
    return [
      `complete -c ${program} -f -n __fish_use_subcommand -a '${names}'`,
      ...commands.flatMap((command) =>
        Object.keys(command.options ?? {}).map(
          (option) => `complete -c ${program} -n '__fish_seen_subcommand_from ${command.name}' -l ${option}`,
        ),
      ),
    ].join('\n');
  const cases = commands.map((command) => `      ${command.name}) words='${optionsOf(command)}' ;;`);
  const body = [
    `_${program}() {`,
    `  local words='${names}'`,
    '  if [ "$COMP_CWORD" -gt 1 ]; then',
    '    case "${COMP_WORDS[1]}" in',
    ...cases,
    "      *) words='' ;;",
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    `complete -o default -F _${program} ${program}`,
  ];
  return (shell === 'zsh' ? ['autoload -U bashcompinit && bashcompinit', ...body] : body).join('\n');
}

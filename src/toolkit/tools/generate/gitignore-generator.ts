import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const rules: Readonly<Record<string, string>> = {
  node: 'node_modules/\nnpm-debug.log*\n.npm/\ndist/\n.env', python: '__pycache__/\n*.py[cod]\n.venv/\n*.egg-info/\n.pytest_cache/', java: '*.class\ntarget/\nbuild/\n*.jar',
  go: '*.exe\n*.test\n*.out\nvendor/', rust: 'target/\n**/*.rs.bk', php: 'vendor/\n.phpunit.result.cache\ncomposer.phar', ruby: '*.gem\n.bundle/\nvendor/bundle/\nlog/\ntmp/',
  macos: '.DS_Store\n._*', windows: 'Thumbs.db\nDesktop.ini\n$RECYCLE.BIN/', linux: '*~\n.directory\n.Trash-*', jetbrains: '.idea/\n*.iml', vscode: '.vscode/*\n!.vscode/settings.json\n!.vscode/extensions.json', terraform: '.terraform/\n*.tfstate\n*.tfstate.*',
}; // prettier-ignore

export default tool({
  title: '.gitignore generator',
  summary: 'Create a .gitignore file for languages, systems and editors',
  input: {
    names: input.line('For', 'node, macos, vscode', {
      max: 200,
      description: `Any of ${Object.keys(rules).join(', ')}`,
    }),
  },
  output: { gitignore: output.code('.gitignore') },
  sample: {
    gitignore:
      '# node\nnode_modules/\nnpm-debug.log*\n.npm/\ndist/\n.env\n\n# macos\n.DS_Store\n._*\n\n# vscode\n.vscode/*\n!.vscode/settings.json\n!.vscode/extensions.json\n',
  },
  run: ({ names }) => {
    const wanted = names
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    const unknown = wanted.find((name) => !Object.hasOwn(rules, name));
    if (unknown !== undefined || wanted.length === 0)
      throw invalid('names', `Send any of ${Object.keys(rules).join(', ')}`);
    return { gitignore: wanted.map((name) => `# ${name}\n${rules[name] ?? ''}\n`).join('\n') };
  },
});

import { invalid } from '../../../../kernel/problem.ts';
import { input, output, tool } from '../../../tool.ts';
import { toNode, writeJson } from '../../../encodings/json-text.ts';

export default tool({
  title: 'INI to JSON',
  summary: 'Convert an INI file to JSON',
  keywords: 'config properties',
  input: { ini: input.text('INI', '; comment\nname = Plaza\n[server]\nport = 4000') },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "name": "Plaza",\n  "server": {\n    "port": "4000"\n  }\n}' },
  run: ({ ini }) => {
    const sections = new Map<string, Map<string, string>>([['', new Map()]]);
    let current = '';
    for (const line of ini.split('\n').map((text) => text.trim())) {
      if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
      if (line.startsWith('[') && line.endsWith(']')) {
        current = line.slice(1, -1);
        if (!sections.has(current)) sections.set(current, new Map());
        continue;
      }
      const at = line.search(/[=:]/);
      if (at < 1) throw invalid('ini', `“${line.slice(0, 60)}” is not a key with a value`);
      sections.get(current)?.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
    }
    const root = sections.get('') ?? new Map<string, string>();
    sections.delete('');
    return { json: writeJson(toNode(new Map<string, unknown>([...root, ...sections])), '  ') };
  },
});

import { invalid } from '../../../../kernel/problem.ts';
import { input, output, tool } from '../../../tool.ts';
import { parseJsonText, writeJson, type JsonNode } from '../../../encodings/json-text.ts';

export default tool({
  title: 'JSON Lines to JSON',
  summary: 'Convert JSON Lines to a JSON list and back',
  keywords: 'ndjson jsonl',
  input: {
    text: input.text('Text', '{"a":1}\n{"a":2}'),
    mode: input.choice('Mode', ['lines to list', 'list to lines'], 'lines to list'),
  },
  output: { text: output.code('Result') },
  sample: { text: '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]' },
  run: ({ text, mode }) => {
    const parse = (line: string, at: string): JsonNode => {
      try {
        return parseJsonText('text', line);
      } catch {
        throw invalid('text', `${at} is not JSON`);
      }
    };
    if (mode === 'list to lines') {
      const value = parse(text, 'This');
      if (value.kind !== 'list') throw invalid('text', 'Send a JSON list');
      return { text: value.items.map((item) => writeJson(item)).join('\n') };
    }
    const items = text
      .split('\n')
      .flatMap((line, i) => (line.trim() === '' ? [] : [parse(line, `Line ${i + 1}`)]));
    return { text: writeJson({ kind: 'list', items }, '  ') };
  },
});

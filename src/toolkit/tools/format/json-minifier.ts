import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseJsonText, writeJson } from '../../encodings/json-text.ts';

export default tool({
  title: 'JSON minifier',
  summary: 'Minify JSON by removing unnecessary spaces',
  keywords: 'compress',
  input: { json: input.text('JSON', '{ "a": [ 1, 2 ] }') },
  output: { json: output.code('JSON'), saved: output.integer('Bytes saved') },
  sample: { json: '{"a":[1,2]}', saved: 6 },
  run: ({ json }) => {
    const text = writeJson(parseJsonText('json', json));
    return { json: text, saved: Buffer.byteLength(json) - Buffer.byteLength(text) };
  },
});

import { input, output, tool } from '../../tool.ts';
import { parseDistinct, writeJson } from '../../encodings/json-text.ts';
import { writeYaml, parseYaml, formatYaml } from '../../encodings/yaml-text.ts';
import { writeToml, parseToml } from '../../encodings/toml-text.ts';

export default [
  tool({
    slug: 'json-to-yaml',
    title: 'JSON to YAML',
    summary: 'Convert JSON to YAML',
    isolated: true,
    input: { json: input.text('JSON', '{"name":"Ada","tags":["a","b"]}') },
    output: { yaml: output.code('YAML') },
    sample: { yaml: 'name: Ada\ntags:\n  - a\n  - b\n' },
    run: async ({ json }) => ({ yaml: await writeYaml(parseDistinct('json', json)) }),
  }),
  tool({
    slug: 'yaml-to-json',
    title: 'YAML to JSON',
    summary: 'Convert YAML to JSON',
    isolated: true,
    input: { yaml: input.text('YAML', 'name: Ada\ntags:\n  - a\n  - b\n') },
    output: { json: output.code('JSON') },
    sample: { json: '{\n  "name": "Ada",\n  "tags": [\n    "a",\n    "b"\n  ]\n}' },
    run: async ({ yaml }) => ({ json: writeJson(await parseYaml('yaml', yaml), '  ') }),
  }),
  tool({
    slug: 'yaml-formatter',
    title: 'YAML formatter',
    summary: 'Validate and format YAML',
    keywords: 'validate lint prettify',
    isolated: true,
    input: {
      yaml: input.text('YAML', 'a:   1\nb: [1,   2]'),
      indent: input.optional(input.integer('Indent', 2, 1, 8)),
      sortKeys: input.flag('Sort keys'),
    },
    output: { yaml: output.code('YAML') },
    sample: { yaml: 'a: 1\nb: [1, 2]\n' },
    run: async ({ yaml, indent, sortKeys }) => ({
      yaml: await formatYaml('yaml', yaml, { indent, sortKeys }),
    }),
  }),
  tool({
    slug: 'json-to-toml',
    title: 'JSON to TOML',
    summary: 'Convert JSON to TOML',
    isolated: true,
    input: { json: input.text('JSON', '{"title":"Plaza","server":{"port":4000}}') },
    output: { toml: output.code('TOML') },
    sample: { toml: 'title = "Plaza"\n\n[server]\nport = 4000\n' },
    run: async ({ json }) => ({ toml: await writeToml('json', parseDistinct('json', json)) }),
  }),
  tool({
    slug: 'toml-to-json',
    title: 'TOML to JSON',
    summary: 'Convert TOML to JSON',
    isolated: true,
    input: { toml: input.text('TOML', 'title = "Plaza"\n\n[server]\nport = 4000') },
    output: { json: output.code('JSON') },
    sample: { json: '{\n  "title": "Plaza",\n  "server": {\n    "port": 4000\n  }\n}' },
    run: async ({ toml }) => ({ json: writeJson(await parseToml('toml', toml), '  ') }),
  }),
  tool({
    slug: 'yaml-to-toml',
    title: 'YAML to TOML',
    summary: 'Convert YAML to TOML',
    isolated: true,
    input: { yaml: input.text('YAML', 'title: Plaza\nserver:\n  port: 4000\n') },
    output: { toml: output.code('TOML') },
    sample: { toml: 'title = "Plaza"\n\n[server]\nport = 4000\n' },
    run: async ({ yaml }) => ({ toml: await writeToml('yaml', await parseYaml('yaml', yaml)) }),
  }),
];

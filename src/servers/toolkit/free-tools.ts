import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import type { FreeTool } from '../../agents/serve-mcp.ts';
import { missing } from '../../kernel/problem.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import { findTool } from '../../toolkit/catalog/find-tool.ts';
import { documentedShape, givenOrExample } from '../../toolkit/input.ts';
import { freeRun } from '../../toolkit/pages/free-run.ts';

const Search = Type.Object(
  {
    query: Type.String({ maxLength: 100, description: 'Search terms such as “sha256” or “json to yaml”' }),
    limit: Type.Integer({ default: 10, minimum: 1, maximum: 50 }),
  },
  { additionalProperties: false, required: ['query'] },
);

const Found = Type.Object({
  count: Type.Integer({ description: 'Tools that match, of which the first are returned' }),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      category: Type.String(),
      input: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the input' }),
    }),
  ),
});

const Run = Type.Object(
  {
    name: Type.String({ maxLength: 80, description: 'A tool name from find_tools' }),
    input: Type.Object(
      {},
      {
        additionalProperties: true,
        default: {},
        description:
          'Input that matches the tool’s input schema from find_tools. Without input, the tool runs on its example',
      },
    ),
  },
  { additionalProperties: false, required: ['name'] },
);

/** The toolkit for agents over the Model Context Protocol: two tools that find and run all others. */
export const freeTools: readonly FreeTool[] = [
  {
    name: 'find_tools',
    title: 'Find tools',
    description:
      'Search the toolkit for small tools that convert, check, calculate and generate. Returns the input schema of each.',
    inputSchema: { ...Search, type: 'object' },
    outputSchema: { ...Found, type: 'object' },
    run: async (_app, _viewer, given) => {
      const { query, limit } = read(Search, given);
      const { searchTools } = await import('../../toolkit/catalog/search-tools.ts');
      const found = searchTools(query);
      const tools = [];
      for (const { slug, title, summary, category } of found.slice(0, limit)) {
        const tool = (await findTool(slug))?.tool;
        tools.push({ name: slug, title, summary, category, input: tool && documentedShape(tool.input) });
      }
      return { count: found.length, tools };
    },
  },
  {
    name: 'run_tool',
    title: 'Run a tool',
    description: 'Run a tool that find_tools returned. It is free of charge within a limit.',
    inputSchema: { ...Run, type: 'object' },
    outputSchema: { type: 'object', additionalProperties: true },
    run: async (app, viewer, given) => {
      const { name, input } = read(Run, given);
      const found = await findTool(name);
      if (!found) throw missing(t('Tool'));
      return freeRun(
        app,
        { viewer, address: '' },
        found,
        read(found.tool.input, givenOrExample(found.tool.input, input)),
      );
    },
  },
];

/** Validates the input and adds defaults. Throws a `Problem` that names the invalid field. */
function read<S extends TObject>(schema: S, given: object): Static<S> {
  const input: unknown = structuredClone(given);
  shapeCheck(schema)(input);
  return input as Static<S>;
}

import { parseJson } from '../../../kernel/json.ts';

interface Node {
  type: string;
  name: string;
}

const max = 200;

/** Returns the nodes of JSON-LD with graphs flattened, and syntax errors. */
export function parseJsonLd(texts: readonly string[]): { nodes: Node[]; mistakes: string[] } {
  const nodes: Node[] = [];
  const mistakes: string[] = [];
  for (const text of texts)
    try {
      const found = flatten(parseJson(text), false);
      if (found.length === 0) mistakes.push('No node with @context and @type');
      nodes.push(...found);
    } catch (error) {
      mistakes.push((error as Error).message);
    }
  return { nodes, mistakes };
}

function flatten(value: unknown, hasContext: boolean): Node[] {
  if (Array.isArray(value)) return value.slice(0, max).flatMap((each) => flatten(each, hasContext));
  if (typeof value !== 'object' || value === null) return [];
  const { '@type': type, '@graph': graph, '@context': context, name } = value as Record<string, unknown>;
  const isKnown = hasContext || context !== undefined;
  if (!isKnown) return [];
  const inside = graph === undefined ? [] : flatten(graph, isKnown);
  const types = [type ?? []].flat().filter((each) => typeof each === 'string');
  return [...types.map((each) => ({ type: each, name: typeof name === 'string' ? name : '' })), ...inside];
}

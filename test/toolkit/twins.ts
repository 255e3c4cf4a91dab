import type { FoundTool } from '../../src/toolkit/catalog/find-tool.ts';

/** Returns a function that tells whether a tool has the code of a former one of its file, as those of a loop have. */
export function watchTwins(): (found: Pick<FoundTool, 'module' | 'tool'>, alike?: unknown) => boolean {
  const known = new Set<string>();
  return ({ module, tool }, alike) => {
    const code = `${module} ${String(tool.run)} ${JSON.stringify(alike)}`;
    return known.size === known.add(code).size;
  };
}

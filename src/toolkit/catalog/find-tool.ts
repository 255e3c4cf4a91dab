import type { Tool } from '../tool.ts';
import type { ToolEntry } from './entry.ts';

export interface FoundTool extends ToolEntry {
  tool: Tool;
}

/** Loads a tool by its slug. The catalog and the tool are imported on first use. */
export async function findTool(slug: string): Promise<FoundTool | undefined> {
  const { entryOf } = await import('./entry.ts');
  const entry = entryOf.get(slug);
  return entry && { ...entry, tool: await loadTool(entry) };
}

/** Returns the declaration of a tool. */
export async function loadTool({ slug, module }: Pick<ToolEntry, 'slug' | 'module'>): Promise<Tool> {
  const { modules } = await import('./catalog.gen.ts');
  const { default: declared } = (await modules[module]?.()) as { default: Tool | readonly Tool[] };
  const found = Array.isArray(declared)
    ? (declared as readonly Tool[]).find((tool) => tool.slug === slug)
    : (declared as Tool);
  if (!found) throw new Error(`${module} does not declare ${slug}: npm run catalog`);
  return found;
}

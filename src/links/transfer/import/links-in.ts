import { formats } from './formats.ts';
import type { Import } from './import.ts';
import type { ReadFile } from './parse-file.ts';
import type { ImportedLink } from './row.ts';

/**
 * Yields the links of a file in order. A record with several short URLs yields one link for each, with its
 * clicks counted once.
 */
export async function* linksIn(
  file: ReadFile,
  { format, mapping }: Pick<Import, 'format' | 'mapping'>,
): AsyncGenerator<ImportedLink> {
  for await (const cells of file.rows()) {
    const { others = [], ...link } = formats()[format].toLink(cells, mapping);
    yield link;
    for (const other of others) yield { ...link, ...other, clicks: '' };
  }
}

import { formats } from './formats.ts';
import type { Import } from './import.ts';
import type { ReadFile } from './read-file.ts';
import type { ImportedLink } from './row.ts';

/** The links of a file in its order. A record with several short addresses is a link for each; its clicks count once. */
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

import type { Format } from './formats.ts';
import type { Cells, ImportedLink } from './row.ts';

/** Our own CSV, see `toCells`. Its columns are known by letters and digits alone. */
export const ownFormat: Format = {
  label: 'Hop',
  signatures: [['shorturl', 'alias', 'url', 'haspassword', 'switchedoff']],
  toLink: (cells): ImportedLink => {
    const of = (column: string) => text(cells[column]);
    return {
      url: of('url'),
      alias: of('alias'),
      domain: of('domain'),
      title: of('title'),
      description: of('description'),
      tags: of('tags'),
      channels: of('channels'),
      campaign: of('campaign'),
      visibility: of('visibility'),
      expiry: of('expiresat'),
      clickLimit: of('clicklimit'),
      created: of('createdat'),
      clicks: of('clicks'),
      isLocked: of('haspassword') === 'yes',
      isOff: of('switchedoff') === 'yes',
      delivery: deliveryColumnsOf(of),
    };
  },
};

/** How a link is followed, by the names of the columns. */
const deliveryColumns = [
  'type', 'redirectstatus', 'expiredurl', 'previewtitle', 'previewdescription', 'previewimage', 'rules', 'pixels',
] as const; // prettier-ignore

const deliveryColumnsOf = (of: (column: string) => string): Cells =>
  Object.fromEntries(
    deliveryColumns.map((column) => [column, of(column)] as const).filter(([, value]) => value),
  );

/** The quote that the export put before what a spreadsheet would take for a formula is taken off again. */
const text = (cell = '') => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim();

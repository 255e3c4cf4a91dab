import type { Format } from './formats.ts';
import type { Cells, ImportedLink } from './row.ts';

/** Hop's own CSV, see `toCells`. Columns are matched by letters and digits only. */
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

/** Columns of delivery options. */
const deliveryColumns = [
  'type', 'redirectstatus', 'expiredurl', 'previewtitle', 'previewdescription', 'previewimage', 'rules', 'pixels',
] as const; // prettier-ignore

const deliveryColumnsOf = (of: (column: string) => string): Cells =>
  Object.fromEntries(
    deliveryColumns.map((column) => [column, of(column)] as const).filter(([, value]) => value),
  );

/** Removes the quote that the export added to escape formulas. */
const text = (cell = '') => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim();

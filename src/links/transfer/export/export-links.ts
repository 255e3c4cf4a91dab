import { sqlDate } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { csvSheet } from '../../../platform/archive/csv-sheet.ts';
import type { Download } from '../../../platform/http/endpoint.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { shortAddress } from '../../record/link.ts';
import { walkLinks, type FullLink } from './walk-links.ts';

/** Separator of names in one cell. Tag names cannot contain it, but channel names can. */
const listMark = ', ';

/** Converts a link to the columns of a spreadsheet, in the format that imports accept. */
export const toCells = (config: App['config'], link: FullLink) => ({
  short_url: shortAddress(config, link),
  domain: link.domain ?? '',
  alias: link.alias,
  url: link.url,
  title: link.title,
  description: link.description,
  tags: link.tags.join(listMark),
  channels: link.channels.join(listMark),
  campaign: link.campaign ?? '',
  visibility: link.visibility,
  type: link.kind,
  redirect_status: link.status,
  expires_at: link.expiresAt ? sqlDate(link.expiresAt) : '',
  click_limit: link.clickLimit ?? '',
  expired_url: link.expiredUrl ?? '',
  preview_title: link.previewTitle,
  preview_description: link.previewDescription,
  preview_image: link.previewImage ?? '',
  rules: isEmpty(link.rules) ? '' : JSON.stringify(link.rules),
  pixels: link.pixels.join(listMark),
  has_password: link.hasPassword ? 'yes' : '',
  switched_off: link.disabledAt ? 'yes' : '',
  clicks: link.clicks,
  created_at: sqlDate(link.createdAt),
});

export const exportColumns = [
  'short_url', 'domain', 'alias', 'url', 'title', 'description', 'tags', 'channels', 'campaign', 'visibility', 'type',
  'redirect_status', 'expires_at', 'click_limit', 'expired_url', 'preview_title', 'preview_description', 'preview_image',
  'rules', 'pixels', 'has_password', 'switched_off', 'clicks', 'created_at',
] as const satisfies (keyof ReturnType<typeof toCells>)[]; // prettier-ignore

const isEmpty = (rules: unknown) => Object.keys(rules ?? {}).length === 0;

/** Exports the viewer's links, or those with these ids, as CSV, streamed from the database. */
export function exportCsv(app: App, viewer: Pick<Viewer, 'id'>, ids?: readonly string[]): Download {
  const cells = async function* () {
    for await (const link of walkLinks(app, viewer, ids)) yield toCells(app.config, link);
  };
  return {
    type: 'text/csv; charset=utf-8',
    body: csvSheet(cells(), { columns: exportColumns }),
    headers: { 'content-disposition': `attachment; filename="${fileName(app, 'csv')}"` },
  };
}

export const fileName = ({ clock }: Pick<App, 'clock'>, ending: string) =>
  `hop-links-${clock.now().toISOString().slice(0, 10)}.${ending}`;

import { sql } from 'kysely';
import { msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getNumberedPage, type PageNumber, type PageOfRows } from '../../platform/database/queries.ts';
import type { Config } from '../../platform/settings/config.ts';
import { clickTotals } from '../clicks/statistics/totals.ts';
import { type ClickStatistics, getStatistics, type Tally } from '../clicks/statistics/statistics.ts';
import { sinceCreation } from '../clicks/statistics/range.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import { linkContains } from '../link/filter.ts';
import { type CodeContent, encodeContent, type CodeKind } from './content/content.ts';
import type { ContentInput } from './content/parse-content.ts';
import type { CodeDesign, CodeDesignInput } from './drawing/design.ts';
import type { Fit } from './drawing/drawing.ts';
import type { LogoInput } from './drawing/load-logo.ts';

/** A QR code as its owner sees it. */
export interface QrCode {
  /** Digits: the id of its link. */
  id: string;
  /** The end of its address, `/qr/<code>`. */
  code: string;
  name: string;
  content: CodeContent;
  /** Whether it encodes a short URL, which counts scans and can be redirected, instead of its content. */
  isDynamic: boolean;
  design: CodeDesign;
  /** Parameters with which it last scanned successfully. */
  fit: Fit;
  hasLogo: boolean;
  createdAt: Date;
}

/** Editable fields of a QR code. Omitted fields are unset for a new code and unchanged on update. */
export interface CodeInput {
  kind: CodeKind;
  content: ContentInput;
  /** Blank: derived from the content. */
  name?: string | undefined;
  /** Defaults to true for links and false for other kinds. */
  isDynamic?: boolean | undefined;
  design: CodeDesignInput;
  logo?: LogoInput | undefined;
}

/** Returns the address that counts scans. */
export const codeAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { code }: Pick<QrCode, 'code'>) =>
  `${hopUrl}/qr/${code}`;

/** Returns the encoded text. */
export const encodedText = (
  config: Pick<Config, 'hopUrl'>,
  code: Pick<QrCode, 'code' | 'content' | 'isDynamic'>,
) => (code.isDynamic ? codeAddress(config, code) : encodeContent(code.content));

/** Returns the alias of the code's link. Chosen aliases cannot contain a slash. */
export const aliasOf = (code: string) => `qr/${code}`;

/** Selects codes that are not deleted, with all columns of `QrCode`. */
export const selectCodes = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .innerJoin('links.qr_code as code', 'code.link_id', 'link.id')
    .where('link.deleted_at', 'is', null)
    .where('link.purpose', '=', 'qr')
    .select(['link.id', 'link.alias', 'link.title', 'link.url', 'link.created_at', 'code.is_dynamic'])
    .select((row) => [
      row.ref('code.kind').$castTo<CodeKind>().as('kind'),
      row.ref('code.content').$castTo<object>().as('content'),
      row.ref('code.design').$castTo<CodeDesign & { fit: Fit }>().as('design'),
      sql<boolean>`code.logo is not null`.as('has_logo'),
    ]);

type CodeRow = Awaited<ReturnType<ReturnType<typeof selectCodes>['executeTakeFirstOrThrow']>>;

export function toCode(row: CodeRow): QrCode {
  const { fit, ...design } = row.design;
  return {
    id: row.id,
    code: row.alias.slice('qr/'.length),
    name: row.title,
    content: (row.kind === 'link'
      ? { kind: 'link', url: row.url }
      : { kind: row.kind, ...row.content }) as CodeContent,
    isDynamic: row.is_dynamic,
    design,
    fit,
    hasLogo: row.has_logo,
    createdAt: row.created_at,
  };
}

/** Returns a code of this account, or undefined. Codes of other accounts count as missing. */
async function findCodeOf(app: Pick<App, 'db'>, accountId: string, id: string): Promise<QrCode | undefined> {
  const row = await selectCodes(app)
    .where('link.account_id', '=', accountId)
    .where('link.id', '=', id)
    .executeTakeFirst();
  return row && toCode(row);
}

/** Returns the PNG logo of a code. */
export async function findLogo({ db }: Pick<App, 'db'>, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('links.qr_code')
    .select('logo')
    .where('link_id', '=', id)
    .executeTakeFirst();
  return row?.logo ?? undefined;
}

/**
 * Returns one of the viewer's codes. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const getCode = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<QrCode> =>
  getOwned(app, viewer, { name: msg('QR code'), find: findCodeOf }, id);

export interface ListedCode extends QrCode {
  scans: number;
}

/** Returns one page of the viewer's codes, newest first. `search` matches part of a name or address. */
export async function listCodes(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { search = '', ...page }: PageNumber & { search?: string | undefined },
): Promise<PageOfRows<ListedCode>> {
  const found = selectCodes(app)
    .where('link.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(linkContains([search])));
  const { rows, total } = await getNumberedPage(found, page, (listed) =>
    listed
      .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
      .select(sql<number>`coalesce(total.clicks, 0)::float8`.as('scans'))
      .orderBy('link.id', 'desc'),
  );
  return { rows: rows.map((row) => ({ ...toCode(row), scans: row.scans })), total };
}

export interface CodeReport extends Pick<
  ClickStatistics,
  'clicks' | 'uniques' | 'countries' | 'referrers' | 'browsers' | 'systems'
> {
  /** Scans from a network's website or app. */
  networks: Record<'facebook' | 'twitter' | 'instagram', number>;
}

/** Returns the statistics of a code since its creation. */
export async function getCodeFigures(app: Pick<App, 'db' | 'clock'>, code: QrCode): Promise<CodeReport> {
  const totals = await clickTotals(app, [code.id]);
  const whole = sinceCreation(code.createdAt, app.clock.now());
  const statistics = await getStatistics(app, code.id, whole);
  return { ...statistics, ...totals.get(code.id), networks: countNetworks(statistics.referrers) };
}

function countNetworks(referrers: readonly Tally[]): CodeReport['networks'] {
  const from = (hosts: RegExp) =>
    referrers.filter(({ value }) => hosts.test(value)).reduce((sum, { clicks }) => sum + clicks, 0);
  return {
    facebook: from(/(^|\.)(facebook\.com|fb\.me|com\.facebook\.katana)$/),
    twitter: from(/(^|\.)(twitter\.com|x\.com|t\.co|com\.twitter\.android)$/),
    instagram: from(/(^|\.)(instagram\.com|com\.instagram\.android)$/),
  };
}

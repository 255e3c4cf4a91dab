import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Code } from './code.ts';
import type { Content, Kind } from '../content/content.ts';
import type { Design } from '../drawing/design.ts';
import type { Fit } from '../drawing/drawing.ts';

/** Selects codes that are not deleted, with all columns of `Code`. */
export const selectCodes = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .innerJoin('links.qr_code as code', 'code.link_id', 'link.id')
    .where('link.deleted_at', 'is', null)
    .where('link.purpose', '=', 'qr')
    .select(['link.id', 'link.alias', 'link.title', 'link.url', 'link.created_at', 'code.is_dynamic'])
    .select((row) => [
      row.ref('code.kind').$castTo<Kind>().as('kind'),
      row.ref('code.content').$castTo<object>().as('content'),
      row.ref('code.design').$castTo<Design & { fit: Fit }>().as('design'),
      sql<boolean>`code.logo is not null`.as('has_logo'),
    ]);

type CodeRow = Awaited<ReturnType<ReturnType<typeof selectCodes>['executeTakeFirstOrThrow']>>;

export function toCode(row: CodeRow): Code {
  const { fit, ...design } = row.design;
  return {
    id: row.id,
    code: row.alias.slice('qr/'.length),
    name: row.title,
    content: (row.kind === 'link'
      ? { kind: 'link', url: row.url }
      : { kind: row.kind, ...row.content }) as Content,
    isDynamic: row.is_dynamic,
    design,
    fit,
    hasLogo: row.has_logo,
    createdAt: row.created_at,
  };
}

/** Returns a code of this account, or undefined. Codes of other accounts count as missing. */
export async function findCodeOf(
  app: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<Code | undefined> {
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

import { type Insertable, sql } from 'kysely';
import { hashPassword, isTooLong } from '../../../identity/credentials/password.ts';
import { invalid } from '../../../kernel/problem.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { LinksLink } from '../../../platform/database/rows.gen.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { parsePreviewText, parseTarget } from '../../link/fields.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import type { DeliveryInput } from './delivery.ts';
import { parseRules } from './parse-rules.ts';

type DeliveryColumns = Pick<
  Insertable<LinksLink>,
  | 'kind'
  | 'splash_id'
  | 'overlay_id'
  | 'password_hash'
  | 'preview_title'
  | 'preview_description'
  | 'preview_image'
  | 'click_limit'
  | 'expired_url'
  | 'status'
  | 'disabled_at'
  | 'rules'
>;

/** Validated delivery options, as columns. */
interface ReadDelivery {
  columns: DeliveryColumns;
  /** Additional destinations besides the link's own URL. */
  targets: { field: string; to: string }[];
  pixelIds: readonly string[] | undefined;
}

/** @param before the rules of the existing link, empty for a new one */
export async function parseDelivery(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  input: DeliveryInput,
  before: LinkRules = {},
): Promise<ReadDelivery> {
  const rules = parseRules(input, before, app.config);
  const expired = input.expiredUrl?.trim()
    ? parseTarget(input.expiredUrl, app.config, 'expiredurl')
    : undefined;
  const password = await hashLinkPassword(viewer, input.password);
  const columns: DeliveryColumns = {
    ...(input.type !== undefined && (await detectType(app, viewer, input.type))),
    ...(password !== undefined && { password_hash: password?.hash ?? null }),
    ...(input.previewTitle !== undefined && {
      preview_title: parsePreviewText('metatitle', input.previewTitle, 255),
    }),
    ...(input.previewDescription !== undefined && {
      preview_description: parsePreviewText('metadescription', input.previewDescription, 2048),
    }),
    ...(input.previewImage !== undefined && { preview_image: parsePicture(app, input.previewImage) }),
    ...(input.clickLimit !== undefined && { click_limit: parseClickLimit(input.clickLimit) }),
    ...(input.expiredUrl !== undefined && { expired_url: expired ?? null }),
    ...(input.status !== undefined && { status: parseStatus(input.status) }),
    ...(input.isDisabled !== undefined && { disabled_at: input.isDisabled ? app.clock.now() : null }),
    ...(JSON.stringify(rules) !== JSON.stringify(before) && { rules: JSON.stringify(rules) }),
  };
  if (input.pixelIds) await refuseForeignPixels(app, viewer, input.pixelIds);
  return {
    columns,
    targets: allTargetsOf({ rules, expiredUrl: expired ?? null }),
    pixelIds: input.pixelIds && [...new Set(input.pixelIds)],
  };
}

/** Returns all additional destinations of a link with their fields. */
export const allTargetsOf = ({ rules, expiredUrl }: { rules: LinkRules; expiredUrl: string | null }) => [
  ...targetsOf(rules),
  ...(expiredUrl === null ? [] : [{ field: 'expiredurl', to: expiredUrl }]),
];

/** Returns the destinations of rules with their fields. */
function targetsOf({ places = [], devices = [], languages = [], stores, variants = [] }: LinkRules) {
  const of = (field: string, list: readonly (string | undefined)[]) =>
    list.filter((to) => to !== undefined).map((to) => ({ field, to }));
  return [
    ...of(
      'geotarget',
      places.map(({ to }) => to),
    ),
    ...of(
      'devicetarget',
      devices.map(({ to }) => to),
    ),
    ...of(
      'languagetarget',
      languages.map(({ to }) => to),
    ),
    ...of('deeplink', [stores?.apple, stores?.google]),
    ...of(
      'variants',
      variants.map(({ to }) => to),
    ),
  ];
}

type Kind = Pick<DeliveryColumns, 'kind' | 'splash_id' | 'overlay_id'>;

/** A bare id refers to a splash page or, if there is none, to an overlay: clients send both. */
async function detectType(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, text: string): Promise<Kind> {
  const type = text.trim().toLowerCase() || 'direct';
  if (type === 'direct' || type === 'frame' || type === 'splash')
    return { kind: type, splash_id: null, overlay_id: null };
  const [, word, id] = /^(overlay-)?(\d{1,18})$/.exec(type) ?? [];
  if (id === undefined)
    throw invalid(
      'type',
      t('The type must be direct, frame, splash, the ID of a splash page, or overlay- and an ID'),
    );
  if (!word && (await isOwn(app, viewer, 'links.splash_page', id)))
    return { kind: 'splash', splash_id: id, overlay_id: null };
  if (await isOwn(app, viewer, 'links.overlay', id))
    return { kind: 'overlay', splash_id: null, overlay_id: id };
  throw invalid(
    'type',
    word
      ? t('You have no overlay with the ID {id}', { id })
      : t('You have no splash page with the ID {id}', { id }),
  );
}

async function isOwn(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  table: 'links.splash_page' | 'links.overlay',
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} and account_id = ${viewer.id} and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Link preview crawlers do not all support other formats. A URL without an extension may be either. */
function parsePicture({ config }: Pick<App, 'config'>, text: string): string | null {
  if (text.trim() === '') return null;
  const address = parseTarget(text, config, 'metaimage');
  const ending = /\.([a-z0-9]{1,5})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
  if (!['', 'jpg', 'jpeg', 'png'].includes(ending))
    throw invalid('metaimage', t('The preview image must be the URL of a JPEG or PNG'));
  return address;
}

function parseClickLimit(limit: number | null): number | null {
  if (limit !== null && (!Number.isInteger(limit) || limit < 1 || limit > 2_147_483_647))
    throw invalid('clicklimit', t('The click limit must be a whole number of at least 1'));
  return limit;
}

function parseStatus(status: number | null): number {
  if (status === null) return 302;
  if (![301, 302, 307, 308].includes(status))
    throw invalid('redirectstatus', t('The status must be one of 301, 302, 307, 308'));
  return status;
}

async function refuseForeignPixels(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 20) throw invalid('pixels', t('A link can have at most 20 pixels'));
  const odd = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (odd !== undefined) throw invalid('pixels', t('You have no pixel with the ID {odd}', { odd }));
  const known = await db
    .selectFrom('links.pixel')
    .select('id')
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const unknown = ids.find((id) => !known.some((pixel) => pixel.id === id));
  if (unknown !== undefined)
    throw invalid('pixels', t('You have no pixel with the ID {unknown}', { unknown }));
}

/** A password that was validated and hashed before the transaction that stores it. */
export class HashedPassword {
  readonly hash: string;
  constructor(hash: string) {
    this.hash = hash;
  }
}

/**
 * Hashes the password of a `DeliveryInput`. Blank becomes undefined, and a hashed password is returned as is.
 * Must be called before a transaction.
 */
export async function hashLinkPassword(
  viewer: Pick<Viewer, 'id'>,
  password: string | HashedPassword | null | undefined,
): Promise<HashedPassword | null | undefined> {
  if (typeof password !== 'string') return password;
  if (password === '') return undefined;
  if (isTooLong(password)) throw invalid('password', t('The password can have at most 128 characters'));
  return new HashedPassword(await hashPassword(password, viewer.id));
}

/** Sets the pixels of a link. */
export async function storePixels(
  { db }: Pick<App, 'db'>,
  linkId: string,
  pixelIds: readonly string[] | undefined,
): Promise<void> {
  if (!pixelIds) return;
  await db.deleteFrom('links.link_pixel').where('link_id', '=', linkId).execute();
  if (pixelIds.length === 0) return;
  await db
    .insertInto('links.link_pixel')
    .values(pixelIds.map((pixel_id) => ({ link_id: linkId, pixel_id })))
    .execute();
}

/**
 * Deletes granted click allowances together with the limit. A later limit starts from the number of counted
 * clicks.
 */
export async function purgeAllowance({ db }: Pick<App, 'db'>, linkId: string): Promise<void> {
  await sql`delete from links.click_allowance where link_id = ${linkId}`.execute(db);
}

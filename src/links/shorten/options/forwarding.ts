import { sql } from 'kysely';
import { Type } from 'typebox';
import { invalid, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { listOrBlank, NumberOrText, orBlank, textOf } from '../../loose-values.ts';
import { DigitsOrInteger, numberOf } from './endings.ts';
import { flagOption, option } from './option.ts';
import { limited, listOf, parseStoredList, asText } from './lists.ts';
import { columnsOf, rowsOf, toLists, type Typed, utmParameters } from './typed.ts';

interface Kind {
  kind: 'direct' | 'frame' | 'splash' | 'overlay';
  splashId: string | null;
  overlayId: string | null;
}

interface Parameter {
  name: string;
  value: string;
}

/** How visitors are taken to their destination. */
export const forwarding = {
  /**
   * `direct`, `frame`, `splash`, the id of a splash page, or `overlay-` and an overlay's id. Blank: direct.
   */
  type: option<string, Kind>({
    body: {
      type: orBlank(
        Type.Union([Type.String(), Type.Integer()]),
        'How visitors reach the destination: direct, frame, splash, the ID of a splash page, or overlay- and the ID of an overlay',
      ),
    },
    fromBody: ({ type }) => textOf(type),
    record: { type: Type.String() },
    toRecord: typeOf,
    fields: ['type'],
    label: msg('Redirect type'),
    fromForm: ({ values }) => values.type ?? '',
    toForm: (kind) => ({ values: { type: typeOf(kind) } }),
    says: ({ values: { type = 'direct', redirectstatus: status = '302' } }) => {
      if (type === 'frame') return [t('The page is shown in a frame below a bar.')];
      if (type === 'splash' || /^\d+$/.test(type)) return [t('Shows a splash page first.')];
      if (type.startsWith('overlay')) return [t('The page is shown with an overlay.')];
      return [status !== '302' && status !== '' && t('Redirected with status {status}.', { status })];
    },
    store: {
      select: sql<Kind>`json_build_object(
        'kind', link.kind, 'splashId', link.splash_id::text, 'overlayId', link.overlay_id::text)`,
      columns: ({ kind, splashId, overlayId }) => ({ kind, splash_id: splashId, overlay_id: overlayId }),
      parse: (type, { app, viewer }) => parseType(app, viewer, type),
    },
    csv: {
      column: 'type',
      write: ({ kind }) => kind,
      // Splash pages and overlays belong to their owner and are not imported. Only the type is.
      read: (type) => (type === 'overlay' ? 'frame' : type),
    },
  }),

  /** HTTP status of the redirect. Null: 302. */
  status: option<number | null, number>({
    body: { redirectstatus: orBlank(DigitsOrInteger, 'Extension. 301, 302, 307 or 308. Defaults to 302') },
    fromBody: ({ redirectstatus }) => numberOf(redirectstatus),
    record: { redirectstatus: Type.Integer() },
    toRecord: (status) => status,
    fields: ['redirectstatus'],
    label: msg('Redirect status'),
    fromForm: ({ values }) => (values.redirectstatus?.trim() ? Number(values.redirectstatus) : null),
    toForm: (status) => ({ values: { redirectstatus: String(status) } }),
    store: {
      column: 'status',
      parse: (status) => {
        if (status === null) return 302;
        if (![301, 302, 307, 308].includes(status))
          throw invalid('redirectstatus', msg('The status must be one of 301, 302, 307, 308'));
        return status;
      },
    },
    csv: { column: 'redirect_status', write: (status) => status, read: Number },
  }),

  parameters: option<readonly Parameter[], readonly Parameter[] | undefined>({
    body: {
      parameters: listOrBlank(
        Type.Union([
          Type.Object({ name: NumberOrText(), value: NumberOrText() }),
          // Spelling from a published example that clients have copied.
          Type.Object({ device: Type.String(), link: Type.String() }),
        ]),
        'Query parameters added to the destination URL',
      ),
    },
    fromBody: ({ parameters }) =>
      listOf(parameters)?.map(({ name, value, device, link }) =>
        name === undefined
          ? { name: asText(device), value: asText(link) }
          : { name: textOf(name) ?? '', value: textOf(value) ?? '' },
      ),
    record: { parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })) },
    toRecord: (parameters = []) => parameters.map(({ name, value }) => ({ name, value })),
    fields: utmParameters,
    lists: columnsOf('parameter'),
    label: msg('Other parameters'),
    fromForm: typedParameters,
    toForm: (parameters = []) => {
      const [own = [], others = []] = [true, false].map((isUtm) =>
        parameters.filter(({ name }) => utmParameters.some((each) => each === name) === isUtm),
      );
      return {
        values: Object.fromEntries(own.map(({ name, value }) => [name, value])),
        lists: toLists('parameter', others),
      };
    },
    says: (typed) => {
      const parameters = typedParameters(typed);
      return [
        parameters.length > 0 &&
          t('Added to the URL: {parameters}', {
            parameters: parameters.map(({ name, value }) => `${name}=${value}`).join('&'),
          }),
      ];
    },
    store: {
      rule: 'parameters',
      // The last entry of each name is kept.
      parseRule: (parameters) => [
        ...new Map(
          limited('parameters', parameters, 50)
            .map(parseParameter)
            .map((each) => [each.name, each]),
        ).values(),
      ],
      fromRule: (rule) =>
        parseStoredList(rule).map(({ name, value }) => ({ name: asText(name), value: asText(value) })),
    },
  }),

  passesQuery: flagOption({
    api: 'passquery',
    rule: 'passesQuery',
    section: 'parameters',
    label: msg('Forward query parameters'),
    hint: msg('Appends ?ref=poster of the short URL to the destination URL.'),
    described: 'Whether the query of the short URL is passed on',
    says: msg('Query parameters are forwarded.'),
  }),

  hidesReferrer: flagOption({
    api: 'hidereferrer',
    rule: 'hidesReferrer',
    section: 'delivery',
    label: msg('Hide referrer'),
    hint: msg('Destinations do not see which site or app the visitor came from.'),
    described:
      'Whether destinations do not learn where visitors come from: `Referrer-Policy: no-referrer` in every response',
    says: msg('The referrer is hidden from the destination.'),
    csv: { column: 'hide_referrer', aliases: ['hidereferrer', 'noreferrer'] },
    bulk: { on: msg('Hide referrer'), off: msg('Show referrer') },
  }),
};

/** Returns the value of the input `type` for a kind. */
function typeOf({ kind, splashId, overlayId }: Kind): string {
  if (kind === 'splash' && splashId !== null) return splashId;
  return kind === 'overlay' && overlayId !== null ? `overlay-${overlayId}` : kind;
}

/** A bare id refers to a splash page or, if there is none, to an overlay: clients send both. */
async function parseType(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, typed: string): Promise<Kind> {
  const type = typed.trim().toLowerCase() || 'direct';
  if (type === 'direct' || type === 'frame' || type === 'splash')
    return { kind: type, splashId: null, overlayId: null };
  const [, word, id] = /^(overlay-)?(\d{1,18})$/.exec(type) ?? [];
  if (id === undefined)
    throw invalid(
      'type',
      msg('The type must be direct, frame, splash, the ID of a splash page, or overlay- and an ID'),
    );
  if (!word && (await isOwn(app, viewer, 'links.splash_page', id)))
    return { kind: 'splash', splashId: id, overlayId: null };
  if (await isOwn(app, viewer, 'links.overlay', id))
    return { kind: 'overlay', splashId: null, overlayId: id };
  throw invalid(
    'type',
    word
      ? msg('You have no overlay with the ID {id}', { id })
      : msg('You have no splash page with the ID {id}', { id }),
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

/** The parameters from the UTM tag builder and from the list below it. */
function typedParameters({ values, lists }: Required<Typed>): Parameter[] {
  const tags = utmParameters.flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  return [...tags, ...rowsOf({ lists }, 'parameter')];
}

function parseParameter({ name, value }: Parameter): Parameter {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100)
    throw invalid('parameters', msg('The name of a parameter must have 1 to 100 characters'));
  if (value.length > 1000)
    throw invalid(
      'parameters',
      msg('The value of “{trimmed}” can have at most 1000 characters', { trimmed }),
    );
  return { name: trimmed, value: value.trim() };
}

import { completeUrl } from '../../kernel/text.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Static, Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import { page, redirect, type Upload } from '../../platform/http/endpoint.ts';
import type { View } from '../../web/html.ts';
import { domainForLink } from '../domains/domain.ts';
import { addLink } from '../shorten/add-links.ts';
import { formFields, formLists, formOptions, type LinkInput, options } from '../shorten/options/options.ts';
import { type LinkChoices, listChoices } from '../shorten/reading.ts';
import { withTemplate } from '../shorten/options/parse-options.ts';
import { ownedTemplates, type UtmTemplate } from '../utm/templates.ts';
import { updateLink } from '../shorten/change-links.ts';
import { previewFiles, storePreviewPicture } from '../shorten/preview-picture.ts';
import { id, IdParams } from '../owned/api.ts';
import { splitTagNames } from '../tags/tags.ts';
import { parseAlias, shortestImported } from '../link/fields.ts';
import { getLink, type Link, selectLinks } from '../link/link.ts';
import { type BuilderState, getCopy, getBuilderState, inWorkspaceZone, toState } from './builder-state.ts';
import { addressAfter } from './requests.ts';
import { type AliasState, builderPreview, builderView } from './views/builder-view.ts';

const text = Type.Optional(Type.String({ maxLength: 10_000 }));
const list = Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }));

/** All fields of a link's form, with the same names as in the API where it has them. */
const BuilderForm = Type.Object({
  url: Type.Optional(Type.String()),
  domain: text,
  custom: text,
  metatitle: text,
  description: text,
  tags: text,
  channel: text,
  campaign: text,
  status: Type.Optional(Type.Enum(['public', 'private'])),
  utmtemplate: text,
  act: text,
  next: text,
  ...Object.fromEntries(formFields.map((name) => [name, text])),
  ...Object.fromEntries(formLists.map((name) => [name, list])),
});
type BuilderForm = Static<typeof BuilderForm> & Readonly<Record<string, unknown>>;

/** Converts a link's form to its input. An empty field clears the value. */
function toBuilderInput(form: BuilderForm): LinkInput {
  return {
    url: completeUrl(form.url ?? ''),
    domain: form.domain,
    alias: form.custom,
    title: form.metatitle ?? '',
    description: form.description ?? '',
    visibility: form.status,
    channelId: blankToUndefined(form.channel),
    campaignId: blankToUndefined(form.campaign),
    tags: splitTagNames(form.tags ?? ''),
    // Chosen without being applied.
    utmTemplateId: blankToUndefined(form.utmtemplate),
    ...formOptions(toState(form)),
  };
}

/** The input of a form. An uploaded picture takes the place of a picture's URL. */
async function withPicture(
  app: App,
  viewer: Viewer,
  form: BuilderForm,
  files: readonly Upload[],
): Promise<LinkInput> {
  const picture = await storePreviewPicture(app, viewer, files);
  return { ...toBuilderInput(form), ...(picture !== undefined && { previewImage: picture }) };
}

const blankToUndefined = (text: string | undefined) => (text === '' ? undefined : text);

/** The link builder pages: the full form to create or edit a link. */
export const builderPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/new',
    access: 'member',
    query: Type.Object({
      url: Type.Optional(Type.String({ maxLength: 8192 })),
      /** What other apps share: most have the URL in the text. */
      text: Type.Optional(Type.String({ maxLength: 8192 })),
      title: Type.Optional(Type.String({ maxLength: 8192 })),
      /** A link to duplicate. */
      from: Type.Optional(id),
    }),
    handle: async ({ app, viewer, query: { from, url, text = '', title = '' } }) => {
      const shared = url ?? /https?:\/\/\S+/i.exec(`${text} ${title}`)?.[0];
      const state =
        from === undefined
          ? await inWorkspaceZone(app, viewer, toState(shared === undefined ? {} : { url: shared }))
          : await getCopy(app, viewer, String(from));
      return showBuilder(app, viewer, { ...state, spare: 3 });
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/new',
    verb: addLink,
    access: 'member',
    body: BuilderForm,
    files: previewFiles,
    handle: async ({ app, viewer, body, files }) => {
      if (isPartial(body)) return showMore(app, viewer, body);
      const link = await addLink(app, viewer, await withPicture(app, viewer, body, files));
      return redirect(`/dashboard/links/${link.id}`, { kind: 'success', text: t('Short link created.') });
    },
    again: ({ app, viewer, body }, problem) => showBuilder(app, viewer, toState(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/preview',
    access: 'member',
    query: Type.Object({ link: Type.Optional(id) }),
    body: BuilderForm,
    handle: async ({ app, viewer, query, body }) => {
      const state = toState(body);
      const own = query.link === undefined ? undefined : String(query.link);
      const existing = own === undefined ? {} : ((await getBuilderState(app, viewer, own)).values ?? {});
      return builderPreview({
        hopUrl: app.config.hopUrl,
        state: { ...state, values: { ...state.values, locked: existing.locked, off: existing.off } },
        alias: await checkAlias(app, viewer, body, own),
      });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/edit',
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const link = await getLink(app, viewer, String(params.id));
      const state = await getBuilderState(app, viewer, link.id);
      // The form is also shown beside the list, whose own form has fields of the same names.
      return showBuilder(app, viewer, { ...state, idPrefix: 'edit' }, link);
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/edit',
    verb: updateLink,
    access: 'member',
    params: IdParams,
    body: BuilderForm,
    files: previewFiles,
    handle: async ({ app, viewer, params, body, files }) => {
      if (isPartial(body)) return showMore(app, viewer, body, await getLink(app, viewer, String(params.id)));
      const change = await withPicture(app, viewer, body, files);
      const link = await updateLink(app, viewer, String(params.id), change);
      const text = t('Saved. Changes are live.');
      return redirect(addressAfter(body, link), { kind: 'success', text });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const link = await getLink(app, viewer, String(params.id));
      const { values = {} } = await getBuilderState(app, viewer, link.id);
      const state = toState(body, problem);
      const shown = { ...state.values, locked: values.locked, off: values.off, channels: values.channels };
      return showBuilder(app, viewer, { ...state, values: shown }, link);
    },
  }),
];

/** Whether the form was sent to be filled in further, which scripts do without sending it. */
const isPartial = ({ act }: BuilderForm): boolean => act === 'more' || act === 'template';

/** Shows the form again with more empty rows or with a template. Status 422, because nothing was saved. */
async function showMore(app: App, viewer: Viewer, body: BuilderForm, link?: Link): Promise<View> {
  const state = { ...toState(body), spare: body.act === 'more' ? 6 : 3 };
  const shown = body.act === 'template' ? await fillIn(app, viewer, state) : state;
  const view = await showBuilder(app, viewer, shown, link);
  return { ...view, status: 422 };
}

/** Fills in the parameters of the chosen template, in place of those of the same names. */
async function fillIn(app: App, viewer: Viewer, state: BuilderState): Promise<BuilderState> {
  const { utmtemplate, ...values } = state.values ?? {};
  const typed = options.parameters.fromForm({ values, lists: state.lists });
  const { parameters } = await withTemplate(
    app,
    viewer,
    { utmTemplateId: blankToUndefined(utmtemplate) },
    typed,
  );
  if (!parameters) return { ...state, values };
  const last = [...new Map(parameters.map((each) => [each.name, each])).values()];
  const filled = options.parameters.toForm(last);
  return { ...state, values: { ...values, ...filled.values }, lists: { ...state.lists, ...filled.lists } };
}

async function showBuilder(app: App, viewer: Viewer, state: BuilderState, link?: Link): Promise<View> {
  return builderView({
    hopUrl: app.config.hopUrl,
    link,
    state,
    choices: await builderChoices(app, viewer),
    alias: undefined,
  });
}

/**
 * Returns whether an alias is available, and if not, why. A link's own alias is available to it. Undefined:
 * no alias was entered.
 */
export async function checkAlias(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { custom = '', domain = '' }: { custom?: string | undefined; domain?: string | undefined },
  ownId?: string,
): Promise<AliasState | undefined> {
  if (custom.trim() === '') return undefined;
  try {
    const isOwn = ownId !== undefined && (await aliasOf(app, ownId)) === custom.trim();
    const alias = parseAlias(custom, isOwn ? shortestImported : undefined);
    const place = domain.trim() ? await domainForLink(app, viewer, domain) : null;
    const taken = await app.db
      .selectFrom('links.link')
      .select('id')
      .where((row) => row.fn.coalesce('domain_id', row.val('0')), '=', place?.id ?? '0')
      .where('alias', '=', alias)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!taken || taken.id === ownId) return { isFree: true };
    return { isFree: false, reason: t('“{alias}” is taken.', { alias }) };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { isFree: false, reason: t(error.text) };
    throw error;
  }
}

async function aliasOf({ db }: Pick<App, 'db'>, id: string): Promise<string | undefined> {
  const link = await db.selectFrom('links.link').select('alias').where('id', '=', id).executeTakeFirst();
  return link?.alias;
}

/** The choices in a link's form: everything its owner can select. */
export interface BuilderChoices extends LinkChoices {
  splashPages: readonly { id: string; name: string }[];
  overlays: readonly { id: string; name: string }[];
  pixels: readonly { id: string; name: string }[];
  templates: readonly UtmTemplate[];
}

const max = { page: 1, perPage: 200 };

/** A single query for three lists. */
const selectNames = compileOnce((db, { accountId }: { accountId: string }) => {
  const namesIn = (table: 'links.splash_page' | 'links.overlay' | 'links.pixel', direction: 'asc' | 'desc') =>
    jsonArrayFrom(
      db
        // All three tables have the columns of tags that are used here.
        .selectFrom(`${table as 'links.tag'} as own`)
        .where('own.account_id', '=', accountId)
        .where('own.deleted_at', 'is', null)
        .select([sql<string>`own.id::text`.as('id'), 'own.name'])
        .orderBy('own.id', direction)
        .limit(max.perPage),
    );
  return db.selectNoFrom([
    namesIn('links.splash_page', 'desc').as('splashPages'),
    namesIn('links.overlay', 'desc').as('overlays'),
    namesIn('links.pixel', 'asc').as('pixels'),
  ]);
});

async function builderChoices(app: App, viewer: Viewer): Promise<BuilderChoices> {
  const [choices, [names], templates] = await Promise.all([
    listChoices(app, viewer),
    selectNames(app.db, { accountId: viewer.id }, undefined),
    ownedTemplates.list(app, viewer, max),
  ]);
  return {
    ...choices,
    ...(names ?? { splashPages: [], overlays: [], pixels: [] }),
    templates: templates.rows,
  };
}

/** Returns the viewer's newest link, for working examples. */
export const newestLink = (
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<Pick<Link, 'domain' | 'alias'> | undefined> =>
  selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .orderBy('link.id', 'desc')
    .limit(1)
    .executeTakeFirst();

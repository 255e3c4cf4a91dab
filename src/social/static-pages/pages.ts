import { msg, missing } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, IdOrEmpty } from '../../kernel/input.ts';
import { requestedLanguages } from '../../identity/account/email.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import type { App } from '../../platform/app.ts';
import { refused } from '../../web/form.ts';
import { type Download, movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { defaultPages } from './default-pages.ts';
import {
  deleteStaticPage,
  getStaticPage,
  listAllTexts,
  listStaticPages,
  saveStaticPage,
  type StaticPage,
} from './static-pages.ts';
import {
  staticAddress,
  staticPageFormView,
  staticPagesOperatorView,
  staticPagesView,
  staticPageView,
} from './views.ts';

const anyone = pagesFor('anyone');
const operator = pagesFor('operator');
const Slug = Type.Object({ slug: Type.String({ maxLength: 100 }) });

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

/** Returns the default pages. */
async function getDefaults(app: App): Promise<readonly StaticPage[]> {
  const { name } = await getSiteSettings(app);
  return defaultPages({
    name,
    url: app.config.plazaUrl,
    deletionDays: app.config.ACCOUNT_DELETION_DAYS,
    source: app.config.SOURCE_URL,
  });
}

const languagesOf = async (app: App) => (await getSiteSettings(app)).languages;

export const staticPages = [
  anyone.get({
    path: '/static',
    handle: async ({ app, viewer, client }) => {
      const asked = await requestedLanguages(app, viewer, client.acceptLanguage);
      client.setHeader('vary', 'Accept, Accept-Language');
      const settings = await getSiteSettings(app);
      const written = await listStaticPages(app, asked);
      const defaults = (await getDefaults(app)).filter(({ slug }) =>
        written.every((page) => page.slug !== slug),
      );
      const pages = [...written, ...defaults];
      if (!prefersMarkdown(client.accept)) return staticPagesView(settings, pages);
      const links = pages.map(
        ({ slug, title }) => `- [${title}](${staticAddress(app.config.plazaUrl, slug)})`,
      );
      return markdown(`# About ${settings.name}\n\n${settings.description}\n\n${links.join('\n')}\n`);
    },
  }),
  anyone.get({
    path: '/static/:slug',
    params: Slug,
    handle: async ({ app, viewer, client, params }) => {
      const asked = await requestedLanguages(app, viewer, client.acceptLanguage);
      const found = await getStaticPage(app, params.slug, asked).catch(async (error: unknown) => {
        const byDefault = (await getDefaults(app)).find(({ slug }) => slug === params.slug);
        if (byDefault) return byDefault;
        throw error;
      });
      client.setHeader('vary', 'Accept, Accept-Language');
      if (!prefersMarkdown(client.accept)) return staticPageView(app.config.plazaUrl, found);
      return markdown(`# ${found.title}\n\n${found.body}\n`);
    },
  }),
  // Conventional paths of these pages.
  ...['about', 'terms', 'privacy'].map((slug) =>
    anyone.get({ path: `/${slug}`, handle: () => movedTo(`/static/${slug}`) }),
  ),
  operator.get({
    path: '/operator/pages',
    handle: async ({ app }) => staticPagesOperatorView(await listAllTexts(app)),
  }),
  operator.get({
    path: '/operator/pages/new',
    handle: async ({ app }) => staticPageFormView(await languagesOf(app), {}),
  }),
  operator.get({
    path: '/operator/pages/:id',
    params: ById,
    handle: async ({ app, params }) => {
      const text = (await listAllTexts(app)).find(({ id }) => id === params.id);
      if (!text) throw missing(msg('Page'));
      const { id, slug, language, title, body, position, inFooter } = text;
      const values = {
        id,
        slug,
        language,
        title,
        body,
        position: String(position),
        inFooter: inFooter ? 'on' : '',
      };
      return staticPageFormView(await languagesOf(app), { values });
    },
  }),
  operator.post({
    path: '/operator/pages',
    verb: saveStaticPage,
    body: Type.Object({
      id: Type.Optional(IdOrEmpty),
      slug: Type.String({ maxLength: 200 }),
      language: Type.String({ maxLength: 20 }),
      title: Type.String({ maxLength: 500 }),
      body: Type.String({ maxLength: 200_000 }),
      position: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
      inFooter: Type.Optional(Type.Literal('on')),
    }),
    handle: async ({ app, viewer, body: { id, inFooter, ...text } }) => {
      await saveStaticPage(app, viewer, { ...text, inFooter: inFooter === 'on' }, id === '' ? undefined : id);
      return redirect('/operator/pages', { kind: 'success', text: t('Page saved') });
    },
    again: async ({ app, body }, problem) =>
      staticPageFormView(
        await languagesOf(app),
        refused({ ...body, inFooter: body.inFooter ?? '' }, problem),
      ),
  }),
  operator.post({
    path: '/operator/pages/delete',
    verb: deleteStaticPage,
    body: ById,
    handle: async ({ app, viewer, body }) => {
      await deleteStaticPage(app, viewer, body.id);
      return redirect('/operator/pages', { kind: 'success', text: t('Page deleted') });
    },
  }),
];

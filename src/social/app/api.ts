import { Type } from 'typebox';
import { listTitled } from '../../identity/account/people.ts';
import { shortestPassword } from '../../identity/credentials/password.ts';
import { listFields } from '../../identity/profile-fields.ts';
import type { App } from '../../platform/app.ts';
import { uploadsPath } from '../../platform/files.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { getOwnUser } from '../accounts/records.ts';
import { categoryKinds, listCategories, parseCategoryKind } from '../categories.ts';
import { sendContactMessage } from '../contact/messages.ts';
import { getCounters } from '../notifications/counters.ts';
import { listCountries } from '../people/about.ts';
import { postsOnPage } from '../posts/reading/lists.ts';
import { getStaticPage, listStaticPages } from '../static-pages/static-pages.ts';
import { maxTextLength } from '../text/plain.ts';
import {
  CategoryRecord,
  CountryRecord,
  FieldRecord,
  GenderRecord,
  LanguageRecord,
  listLanguages,
  SettingsUser,
  StaticPageRecord,
  SystemRecord,
  toCategoryRecord,
  toCounterRecord,
  toCountryRecord,
  toFieldRecord,
  toGenderRecord,
  toLanguageRecord,
  toStaticPageRecord,
  toSystemRecord,
  toUserGroupRecord,
  UserGroupRecord,
} from './wire.ts';

const tag = 'Core and app';
const app = operations(tag, 'app');
const anyone = operations(tag, 'anyone');
const longText = (maxLength: number) => Type.String({ maxLength });

export const appRoutes = [
  anyone.get({
    path: '/apis/php/ping',
    summary: 'Health check',
    description: 'Answers as long as the service runs.',
    returns: Done,
    handle: () => ({ message: 'pong', data: {} }),
  }),
  app.get({
    path: '/apis/php/app/settings',
    summary: 'Get the site settings and the signed-in user',
    description: '`user` is null for visitors who are not signed in. Flags are "1" or "0".',
    returns: Envelope(Type.Object({ system: SystemRecord, user: Type.Union([SettingsUser, Type.Null()]) })),
    handle: async ({ app, viewer }) => ({
      data: {
        system: await getSystem(app),
        user: viewer
          ? {
              ...(await getOwnUser(app, viewer.id)),
              ...toCounterRecord(await getCounters(app, viewer)),
            }
          : null,
      },
    }),
  }),
  app.post({
    path: '/apis/php/app/contact_us',
    verb: sendContactMessage,
    summary: 'Contact the operators',
    body: Type.Object({
      name: longText(400),
      email: longText(300),
      subject: longText(800),
      message: longText(20_000),
    }),
    returns: Done,
    example: { name: 'Ada', email: 'ada@example.org', subject: 'Hello', message: 'Is there a meeting?' },
    handle: async ({ app, viewer, body }) => {
      await sendContactMessage(app, viewer?.id, body);
      return { message: 'Your message has been sent' };
    },
  }),
  anyone.get({
    path: '/apis/php/app/static_pages',
    summary: 'List static pages',
    description:
      'Returns each page in the language of Accept-Language, or in another language if it has no such version.',
    returns: Envelope(Type.Array(StaticPageRecord)),
    handle: async ({ app, client }) => ({
      data: (await listStaticPages(app, client.acceptLanguage)).map(toStaticPageRecord),
    }),
  }),
  anyone.get({
    path: '/apis/php/app/static_pages/:page_url',
    summary: 'Get a static page',
    description: 'A page that the operator has written, such as the terms, as HTML.',
    params: Type.Object({ page_url: Type.String({ maxLength: 100 }) }),
    returns: Envelope(StaticPageRecord),
    handle: async ({ app, client, params }) => ({
      data: toStaticPageRecord(await getStaticPage(app, params.page_url, client.acceptLanguage)),
    }),
  }),
  anyone.get({
    path: '/apis/php/app/genders',
    summary: 'List genders',
    description: 'The choices for `gender` of a profile and of a sign-up.',
    returns: Envelope(Type.Array(GenderRecord)),
    handle: async ({ app }) => ({ data: (await listTitled(app, 'gender')).map(toGenderRecord) }),
  }),
  anyone.get({
    path: '/apis/php/app/user_groups',
    summary: 'List user groups for sign-up',
    description: 'Groups that a person can choose when they sign up.',
    returns: Envelope(Type.Array(UserGroupRecord)),
    handle: async ({ app }) => ({ data: (await listTitled(app, 'user_group')).map(toUserGroupRecord) }),
  }),
  anyone.get({
    path: '/apis/php/app/languages',
    summary: 'List languages',
    description: 'Languages of the interface, with the code that `language` takes.',
    returns: Envelope(Type.Array(LanguageRecord)),
    handle: async ({ app }) => ({ data: (await listLanguages(app)).map(toLanguageRecord) }),
  }),
  anyone.get({
    path: '/apis/php/app/countries',
    summary: 'List countries',
    description: 'IDs are ISO 3166-1 numeric codes.',
    returns: Envelope(Type.Array(CountryRecord)),
    handle: () => ({ data: listCountries().map(toCountryRecord) }),
  }),
  anyone.get({
    path: '/apis/php/app/custom_fields',
    summary: 'List custom profile fields',
    description: 'Send answers at sign-up as `fld_<id>`.',
    returns: Envelope(Type.Array(FieldRecord)),
    handle: async ({ app }) => ({ data: (await listFields(app)).map(toFieldRecord) }),
  }),
  anyone.get({
    path: '/apis/php/app/categories',
    summary: 'List the categories of a content type',
    description: 'The choices for `category` when content of this type is created.',
    query: Type.Object({
      get: Type.Optional(
        Type.String({
          maxLength: 40,
          default: 'pages',
          description: `One of ${categoryKinds.join(', ')}. Defaults to pages`,
        }),
      ),
    }),
    returns: Envelope(Type.Array(CategoryRecord)),
    handle: async ({ app, query }) => ({
      data: (await listCategories(app, parseCategoryKind(query.get ?? 'pages'))).map(toCategoryRecord),
    }),
  }),
];

/** Returns the configuration that apps need before sign-in. */
async function getSystem(app: App) {
  const { plazaUrl, hopUrl, MONETIZATION } = app.config;
  return toSystemRecord(await getSiteSettings(app), {
    plazaUrl,
    hopUrl,
    monetization: MONETIZATION !== 'nobody',
    uploads: `${plazaUrl}${uploadsPath.replace(/\/$/, '')}`,
    pictureBytes: largestPicture,
    postLength: maxTextLength,
    passwordLength: shortestPassword,
    pageSize: postsOnPage,
  });
}

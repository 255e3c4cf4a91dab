import { t } from '../../web/translation/translate.ts';
import { updateBranding, updateSiteSettings } from '../../identity/operators/settings.ts';
import { Type } from 'typebox';
import { Id, IdOrEmpty } from '../../kernel/input.ts';
import { fieldKinds, hideField, listFields, saveField } from '../../identity/profile-fields.ts';
import { addTitled, hideTitled, listTitled, renameTitled } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { getBranding } from '../../platform/settings/branding.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { brandFonts } from '../../web/brand-style.ts';
import { addCategory, categoryKinds, hideCategory, listCategories, updateCategory } from '../categories.ts';
import { brandingView, siteSettingsView } from './views/settings-view.ts';
import { categoriesView } from './views/categories-view.ts';
import { fieldsView } from './views/fields-view.ts';

const operator = pagesFor('operator');
const Switch = Type.Optional(Type.Literal('on'));
const title = Type.String({ maxLength: 400 });
const Position = Type.Integer({ minimum: 0, maximum: 100_000, default: 0 });
const saved = () => ({ kind: 'success', text: t('Saved') }) as const;
const Hide = { id: Id, hidden: Type.Enum(['yes', 'no']) };

const showFields = async (app: App, state: FormState = {}, formOf = '') =>
  fieldsView({
    genders: await listTitled(app, 'gender'),
    groups: await listTitled(app, 'user_group'),
    fields: await listFields(app),
    state,
    formOf,
  });

const shownBranding = async (app: App) => {
  const branding = await getBranding(app);
  return { ...branding, address: branding.logo === '' ? null : app.files.address(branding.logo) };
};

const list = Type.Enum(['gender', 'user_group']);

/** The operator's settings and lists. */
export const siteOperatorPages = [
  operator.get({
    path: '/operator/settings',
    handle: async ({ app }) => siteSettingsView(await getSiteSettings(app), {}),
  }),
  operator.post({
    path: '/operator/settings',
    verb: updateSiteSettings,
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 60 }),
      description: Type.String({ maxLength: 300 }),
      welcome: Type.String({ maxLength: 1000, default: '' }),
      registration: Type.Enum(['open', 'approval', 'invitation', 'closed']),
      question: Type.String({ maxLength: 300, default: '' }),
      activation: Switch,
      minimumAge: Type.Integer({ minimum: 0, maximum: 99 }),
      genders: Switch,
      gendersAtSignUp: Switch,
      chooseGroup: Switch,
      languages: Type.String({
        pattern: '^\\s*[a-z]{2,3}(-[A-Za-z0-9]{2,8})?([\\s,]+[a-z]{2,3}(-[A-Za-z0-9]{2,8})?)*\\s*$',
      }),
    }),
    handle: async ({ app, viewer, body }) => {
      const settings = {
        ...body,
        activation: body.activation === 'on',
        genders: body.genders === 'on',
        gendersAtSignUp: body.gendersAtSignUp === 'on',
        chooseGroup: body.chooseGroup === 'on',
        languages: [...new Set(body.languages.split(/[\s,]+/).filter(Boolean))],
      };
      await updateSiteSettings(app, viewer, settings);
      return redirect('/operator/settings', saved());
    },
    again: async ({ app, body }, problem) =>
      siteSettingsView(await getSiteSettings(app), refused(body, problem)),
  }),
  operator.get({
    path: '/operator/branding',
    handle: async ({ app }) => brandingView(await shownBranding(app)),
  }),
  operator.post({
    path: '/operator/branding',
    verb: updateBranding,
    body: Type.Object({
      accent: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
      font: Type.Enum([...brandFonts]),
      ownColor: Switch,
      removeLogo: Switch,
    }),
    files: { fields: ['logo'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, body, files: [upload] }) => {
      const logo = upload ? (upload.file ?? upload.body) : body.removeLogo === 'on' ? null : undefined;
      await updateBranding(app, viewer, {
        accent: body.ownColor === 'on' ? body.accent.toLowerCase() : '',
        font: body.font,
        ...(logo !== undefined && { logo }),
      });
      return redirect('/operator/branding', saved());
    },
    again: async ({ app, body }, problem) =>
      brandingView(await shownBranding(app), refused({ logo: '', ...body }, problem)),
  }),
  operator.get({
    path: '/operator/fields',
    handle: ({ app }) => showFields(app),
  }),
  operator.post({
    path: '/operator/fields/titled',
    verb: addTitled,
    body: Type.Object({ list, title, id: Type.Optional(Id), position: Type.Optional(Position) }),
    handle: async ({ app, body: { list, id, title, position } }) => {
      if (id === undefined) await addTitled(app, list, title);
      else await renameTitled(app, list, { id, title, position: position ?? 0 });
      return redirect('/operator/fields', saved());
    },
    again: ({ app, body }, problem) => showFields(app, refused(body, problem), String(body.list)),
  }),
  operator.post({
    path: '/operator/fields/titled/hide',
    verb: hideTitled,
    body: Type.Object({ list, ...Hide }),
    handle: async ({ app, body: { list, id, hidden } }) => {
      await hideTitled(app, list, id, hidden === 'yes');
      return redirect('/operator/fields', saved());
    },
  }),
  operator.post({
    path: '/operator/fields',
    verb: saveField,
    body: Type.Object({
      id: Type.Optional(Id),
      label: title,
      kind: Type.Enum([...fieldKinds]),
      options: Type.String({ maxLength: 12_000, default: '' }),
      maxLength: Type.Integer({ minimum: 1, maximum: 5000, default: 255 }),
      position: Position,
      isRequired: Switch,
      atSignUp: Switch,
      isPublic: Switch,
    }),
    handle: async ({ app, body: { id, isRequired, atSignUp, isPublic, options, ...field } }) => {
      const switches = {
        isRequired: isRequired === 'on',
        atSignUp: atSignUp === 'on',
        isPublic: isPublic === 'on',
      };
      await saveField(app, { ...field, ...switches, options: options.split('\n') }, id);
      return redirect('/operator/fields', saved());
    },
    again: ({ app, body }, problem) => showFields(app, refused(body, problem), 'field'),
  }),
  operator.post({
    path: '/operator/fields/hide',
    verb: hideField,
    body: Type.Object(Hide),
    handle: async ({ app, body: { id, hidden } }) => {
      await hideField(app, id, hidden === 'yes');
      return redirect('/operator/fields', saved());
    },
  }),
  operator.get({
    path: '/operator/categories',
    query: Type.Object({ kind: Type.Enum([...categoryKinds], { default: 'pages' }) }),
    handle: async ({ app, query: { kind } }) => categoriesView(kind, await listCategories(app, kind), {}),
  }),
  operator.post({
    path: '/operator/categories',
    verb: addCategory,
    body: Type.Object({
      kind: Type.Enum([...categoryKinds]),
      name: title,
      id: Type.Optional(Id),
      parent: IdOrEmpty,
      position: Type.Optional(Position),
    }),
    handle: async ({ app, body: { kind, id, name, parent, position } }) => {
      const category = { kind, name, parentId: parent === '' ? null : parent };
      if (id === undefined) await addCategory(app, category);
      else await updateCategory(app, { ...category, id, position: position ?? 0 });
      return redirect(`/operator/categories?kind=${kind}`, saved());
    },
    again: async ({ app, body }, problem) => {
      const kind = categoryKinds.find((each) => each === body.kind) ?? 'pages';
      return categoriesView(kind, await listCategories(app, kind), refused(body, problem));
    },
  }),
  operator.post({
    path: '/operator/categories/hide',
    verb: hideCategory,
    body: Type.Object({ kind: Type.Enum([...categoryKinds]), ...Hide }),
    handle: async ({ app, body: { kind, id, hidden } }) => {
      await hideCategory(app, id, hidden === 'yes');
      return redirect(`/operator/categories?kind=${kind}`, saved());
    },
  }),
];

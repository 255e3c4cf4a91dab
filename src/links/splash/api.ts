import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { picturesOf } from '../custom-pages/designs.ts';
import type { TypedFields } from '../custom-pages/fields.ts';
import { looseText, NumberOrText, orBlank, textOf } from '../loose-values.ts';
import { addRoute, deleteRoute, listRoute, Message, readKindRoute, updateRoute } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { addSplashPage, emptySplash, ownedSplashPages, updateSplashPage } from './splash-pages.ts';
import type { SplashPage } from './splash-pages.ts';

const listed = {
  id: Type.Integer(),
  name: Type.String(),
  date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
};
const SplashRecord = Type.Object(listed, { title: 'Splash' });

const toSplashRecord = ({ id, name, createdAt }: SplashPage): Static<typeof SplashRecord> => ({
  id: Number(id),
  name,
  date: sqlDate(createdAt),
});

const detail = {
  ...listed,
  title: Type.String(),
  message: Type.String(),
  button: Type.String(),
  url: Type.String({ description: 'Destination of the button' }),
  seconds: Type.Integer(),
  banner: Type.String({ description: 'URL of the picture' }),
  avatar: Type.String({ description: 'URL of the picture' }),
  background: Type.String({ description: '#RRGGBB. Blank: the default' }),
  accent: Type.String({ description: '#RRGGBB. Blank: the default' }),
};

function toDetail(page: SplashPage, { app }: { app: Pick<App, 'files'> }) {
  const { title, message, buttonText, buttonAddress, seconds, colors } = page.content;
  const { banner, avatar } = picturesOf(app, ownedSplashPages.allParts, page.content);
  return {
    ...toSplashRecord(page),
    ...{ title, message, seconds },
    ...{ button: buttonText, url: buttonAddress ?? '' },
    ...{ banner: banner ?? '', avatar: avatar ?? '' },
    ...{ background: colors?.background ?? '', accent: colors?.accent ?? '' },
  };
}

const fields = {
  title: looseText('The headline. Blank: the name'),
  message: looseText('Text below the title'),
  button: looseText('Label of an additional button'),
  url: looseText('Destination of the button'),
  seconds: orBlank(
    NumberOrText(),
    `Delay before the redirect, at most 60. 0: visitors press Continue. Defaults to ${emptySplash.seconds}`,
  ),
  banner: looseText('The https URL of a picture, best with a 2:1 ratio'),
  avatar: looseText('The https URL of a picture, cropped to a circle'),
  background: looseText('Background color: #RRGGBB'),
  accent: looseText('Accent color: #RRGGBB'),
};
const NewSplash = Type.Object(
  { name: NumberOrText('1 to 100 characters, visible only to you'), ...fields },
  { title: 'NewSplash' },
);
const SplashChange = Type.Object(
  { name: looseText('Blank does not change it'), ...fields },
  { title: 'SplashChange' },
);

/** The form fields of what is given. */
function toInput(body: Static<typeof SplashChange>): TypedFields {
  const { name, banner, avatar, ...texts } = body;
  const given = Object.entries({ ...texts, banner_address: banner, avatar_address: avatar });
  return {
    ...Object.fromEntries(
      given.flatMap(([key, value]) => (value === undefined ? [] : [[key, textOf(value)]])),
    ),
    ...(textOf(name)?.trim() && { name: textOf(name) }),
    ...((body.background ?? body.accent) !== undefined && { own_colors: 'on' }),
  };
}

const wireName = (field: string) => ({ banner_address: 'banner', avatar_address: 'avatar' })[field] ?? field;

const tag = 'Splash pages';

export const splashRoutes = [
  listRoute({
    path: '/api/splash',
    summary: 'List splash pages',
    description: 'Newest first. To show a splash page, set the `type` of a link to its id.',
    tag,
    key: 'splash',
    record: SplashRecord,
    list: ownedSplashPages.list,
    toRecord: toSplashRecord,
  }),
  readKindRoute({
    path: '/api/splash/:id',
    summary: 'Retrieve a splash page',
    description: 'Extension.',
    tag,
    kind: ownedSplashPages,
    fields: detail,
    toRecord: toDetail,
  }),
  addRoute({
    path: '/api/splash/add',
    verb: addSplashPage,
    summary: 'Create a splash page',
    description: 'Extension.',
    tag,
    body: NewSplash,
    fieldName: wireName,
    example: { name: 'Spring', title: 'One moment', message: 'Our spring sale has begun', seconds: 5 },
    returns: Answer({ id: Type.Integer() }),
    handle: async ({ app, viewer, body }) => {
      const typed = toInput(body);
      const page = await addSplashPage(app, viewer, {
        ...typed,
        title: typed.title?.trim() ? typed.title : typed.name,
      });
      return { id: Number(page.id) };
    },
  }),
  updateRoute({
    path: '/api/splash/:id/update',
    verb: updateSplashPage,
    summary: 'Update a splash page',
    description: 'Extension. Omitted fields do not change.',
    tag,
    body: SplashChange,
    fieldName: wireName,
    example: { seconds: 0 },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      const page = await getOwned(app, viewer, ownedSplashPages, String(params.id));
      const present = ownedSplashPages.partsOf(page).format(page.content);
      await updateSplashPage(app, viewer, page.id, { ...present, name: page.name, ...toInput(body) });
      return { message: 'Splash page updated' };
    },
  }),
  deleteRoute({
    path: '/api/splash/:id/delete',
    summary: 'Delete a splash page',
    description: 'Extension. Links with it show the default one.',
    tag,
    remove: ownedSplashPages.remove,
    message: 'Splash page deleted',
  }),
];

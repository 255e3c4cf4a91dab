import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { flagOf, lenientBoolean, looseText, NumberOrText, orBlank, textOf } from '../loose-values.ts';
import type { TypedFields } from '../custom-pages/fields.ts';
import { addRoute, deleteRoute, listRoute, Message, readKindRoute, updateRoute } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { overlayCorners, emptyOverlay, type Overlay, overlayKinds } from './overlay.ts';
import { addOverlay, ownedOverlays, updateOverlay } from './overlays.ts';

const overlayFields = {
  id: Type.Integer(),
  type: Type.Enum([...overlayKinds]),
  name: Type.String(),
  date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
};
const OverlayRecord = Type.Object(overlayFields, { title: 'Overlay' });

const overlayTexts = {
  title: looseText('Headline, or the question of a poll. Blank: the name'),
  text: looseText('Text below the title'),
  message: looseText('The same as `text`'),
  button: looseText('Label of the button'),
  url: looseText('Destination of the button or the image'),
  link: looseText('The same as `url`'),
  picture: looseText('Image: the https URL of the picture'),
  picturetext: looseText('Image: alt text. Blank: the name'),
  code: looseText('Coupon: the code to copy'),
  choices: orBlank(
    Type.Union([Type.String(), Type.Array(NumberOrText())]),
    'Poll: a list, or one choice per line',
  ),
  results: lenientBoolean('Poll: whether visitors who voted see the results. Defaults to true'),
  consent: looseText('Newsletter and contact: what visitors agree to. Required for newsletters'),
  thanks: looseText('Text shown after a response was sent'),
  corner: looseText(`${overlayCorners.join(', ')}. Blank: ${emptyOverlay.corner}`),
  dismissible: lenientBoolean('Whether visitors can close the overlay. Defaults to true'),
  background: looseText('Background color: #RRGGBB'),
  accent: looseText('Accent color: #RRGGBB'),
};

const NewOverlay = Type.Object(
  {
    type: Type.Enum([...overlayKinds]),
    name: NumberOrText('1 to 100 characters, visible only to you'),
    ...overlayTexts,
  },
  { title: 'NewOverlay' },
);

const OverlayChange = Type.Object(
  { name: looseText('Blank does not change it'), ...overlayTexts },
  { title: 'OverlayChange' },
);

/** Converts a change to form fields, which replace those that the overlay has. */
function toOverlayChange(body: Static<typeof OverlayChange>): TypedFields {
  const text = (name: string, ...values: unknown[]): TypedFields => {
    const value = values.find((each) => each !== undefined);
    return value === undefined ? {} : { [name]: textOf(value) };
  };
  const checkbox = (name: string, value: unknown): TypedFields => {
    const flag = flagOf(value);
    return flag === undefined ? {} : { [name]: flag ? 'on' : undefined };
  };
  const { choices } = body;
  return {
    ...(textOf(body.name)?.trim() && { name: textOf(body.name) }),
    ...text('title', body.title),
    ...text('text', body.text, body.message),
    ...text('button', body.button),
    ...text('url', body.url, body.link),
    ...text('picture_address', body.picture),
    ...text('picture_text', body.picturetext),
    ...text('code', body.code),
    ...text('choices', Array.isArray(choices) ? choices.join('\n') : choices),
    ...checkbox('results', body.results),
    ...text('consent', body.consent),
    ...text('thanks', body.thanks),
    ...text('corner', body.corner),
    ...checkbox('dismissible', body.dismissible),
    ...((body.background ?? body.accent) !== undefined && { own_colors: 'on' }),
    ...text('background', body.background),
    ...text('accent', body.accent),
  };
}

/** Converts an API body to form fields. An unchecked box is undefined. */
function toOverlayInput(body: Static<typeof NewOverlay>): TypedFields {
  const name = String(body.name);
  const textOrUndefined = (value: unknown) => (textOf(value) === '' ? undefined : textOf(value));
  const checkboxValue = (value: unknown) => ((flagOf(value) ?? true) ? 'on' : undefined);
  const [background, accent] = [textOrUndefined(body.background), textOrUndefined(body.accent)];
  return {
    name,
    title: textOrUndefined(body.title) ?? name,
    text: textOrUndefined(body.text) ?? textOrUndefined(body.message),
    button: textOrUndefined(body.button),
    url: textOrUndefined(body.url) ?? textOrUndefined(body.link),
    picture_address: textOrUndefined(body.picture),
    picture_text: textOrUndefined(body.picturetext) ?? name,
    code: textOrUndefined(body.code),
    choices: Array.isArray(body.choices) ? body.choices.join('\n') : textOrUndefined(body.choices),
    results: checkboxValue(body.results),
    consent: textOrUndefined(body.consent),
    thanks: textOrUndefined(body.thanks),
    corner: textOrUndefined(body.corner) ?? emptyOverlay.corner,
    dismissible: checkboxValue(body.dismissible),
    ...((background ?? accent) !== undefined && { own_colors: 'on', background, accent }),
  };
}

const toOverlayRecord = ({ id, kind, name, createdAt }: Overlay): Static<typeof OverlayRecord> => ({
  id: Number(id),
  type: kind,
  name,
  date: sqlDate(createdAt),
});

const tag = 'Overlays';

const wireName = (field: string) =>
  ({ picture_address: 'picture', picture_text: 'picturetext' })[field] ?? field;

export const overlayRoutes = [
  listRoute({
    path: '/api/overlay',
    summary: 'List overlays',
    description:
      'Newest first. To show an overlay, set the `type` of a link to `overlay-` followed by its id.',
    tag,
    key: 'cta',
    record: OverlayRecord,
    list: ownedOverlays.list,
    toRecord: toOverlayRecord,
  }),
  readKindRoute({
    path: '/api/overlay/:id',
    summary: 'Retrieve an overlay',
    description: 'What is shown over the destination of links that use it.',
    tag,
    kind: ownedOverlays,
    fields: overlayFields,
    toRecord: toOverlayRecord,
  }),
  addRoute({
    path: '/api/overlay/add',
    verb: addOverlay,
    summary: 'Create an overlay',
    description: 'Links can show it over their destination.',
    tag,
    body: NewOverlay,
    fieldName: wireName,
    example: {
      type: 'message',
      name: 'Spring sale',
      text: 'Everything at half price',
      button: 'Look',
      url: 'https://example.com/sale',
    },
    returns: Answer({ id: Type.Integer() }),
    handle: async ({ app, viewer, body }) => ({
      id: Number((await addOverlay(app, viewer, body.type, toOverlayInput(body))).id),
    }),
  }),
  updateRoute({
    path: '/api/overlay/:id/update',
    verb: updateOverlay,
    summary: 'Update an overlay',
    description: 'Extension. Omitted fields do not change, and neither does the type.',
    tag,
    body: OverlayChange,
    fieldName: wireName,
    example: { text: 'Everything at a third of the price' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      const overlay = await getOwned(app, viewer, ownedOverlays, String(params.id));
      const present = ownedOverlays.partsOf(overlay).format(overlay.content);
      await updateOverlay(app, viewer, overlay.id, {
        ...present,
        name: overlay.name,
        ...toOverlayChange(body),
      });
      return { message: 'Overlay updated' };
    },
  }),
  deleteRoute({
    path: '/api/overlay/:id/delete',
    summary: 'Delete an overlay',
    description: 'Extension. Links with it redirect directly.',
    tag,
    remove: ownedOverlays.remove,
    message: 'Overlay deleted',
  }),
];

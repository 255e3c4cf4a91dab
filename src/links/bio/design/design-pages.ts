import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { refused } from '../../../web/refused.ts';
import type { FormState } from '../../../web/form.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { builderState } from '../blocks/builder-state.ts';
import type { Design, DesignInput } from './design.ts';
import { paletteIn } from './palettes.ts';
import { updateDesign } from './update-design.ts';
import { designView } from '../views/design-view.ts';
import { Id } from '../../owned/api.ts';

const path = '/dashboard/bio/:id/design';
const field = Type.Optional(Type.String({ maxLength: 40 }));
const DesignForm = Type.Object({
  theme: field,
  font: field,
  shape: field,
  buttonStyle: field,
  ground: field,
  own: field,
  page: field,
  page2: field,
  text: field,
  button: field,
  onButton: field,
});

/** The design page of a bio page. */
export const bioDesignPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const state = await builderState(app, viewer, params.id);
      return designView(state, stateOf(state.bio.design));
    },
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    params: Id,
    body: DesignForm,
    handle: async ({ app, viewer, params, body }) => {
      await updateDesign(app, viewer, String(params.id), toInput(body));
      return redirect(`/dashboard/bio/${params.id}/design`, { kind: 'success', text: t('Saved.') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      designView(await builderState(app, viewer, params.id), refused(body, problem)),
  }),
];

/** Form fields have the same names as the design's properties. */
const toInput = (form: Static<typeof DesignForm>): DesignInput => ({ ...form });

const stateOf = ({ colors, ...design }: Design): FormState => ({
  values: { ...design, ...colors, own: colors && (paletteIn(colors) ?? 'on') },
});

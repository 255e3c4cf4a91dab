import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import { refused } from '../../../web/refused.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { largestPicture, smallPath } from '../../../platform/pictures.ts';
import type { Bio } from './bio.ts';
import { builderState } from '../blocks/builder-state.ts';
import { ownDomains } from './own-domains.ts';
import { setAvatar } from './set-avatar.ts';
import { updateBio } from './update-bio.ts';
import { settingsView } from '../views/settings-view.ts';
import { Id } from '../../owned/api.ts';
import { completeUrl } from '../../typed-address.ts';

const path = '/dashboard/bio/:id/settings';
const field = Type.Optional(Type.String({ maxLength: 9000 }));
const SettingsForm = Type.Object({
  title: Type.String({ maxLength: 9000 }),
  about: field,
  custom: field,
  domain: field,
  metatitle: field,
  metadescription: field,
  metaimage: field,
  removeAvatar: field,
});

/** The settings of a page: title, description, address and preview. */
export const bioSettingsPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: Id,
    handle: ({ app, viewer, params }) => showSettings(app, viewer, params.id),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    params: Id,
    body: SettingsForm,
    files: { fields: ['avatar'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, params, body, files }) => {
      const id = String(params.id);
      await updateBio(app, viewer, id, {
        title: body.title,
        about: body.about,
        alias: body.custom,
        domain: body.domain,
        previewTitle: body.metatitle,
        previewDescription: body.metadescription,
        previewImage: body.metaimage && completeUrl(body.metaimage),
      });
      const picture = files.find((file) => file.field === 'avatar');
      if (picture) await setAvatar(app, viewer, id, picture.body);
      else if (body.removeAvatar !== undefined) await setAvatar(app, viewer, id, null);
      return redirect(`/dashboard/bio/${id}/settings`, {
        kind: 'success',
        text: t('Saved. Changes are live.'),
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showSettings(app, viewer, params.id, refused({ avatar: '', ...body }, problem)),
  }),
];

async function showSettings(app: App, viewer: Viewer, id: number, typed?: FormState): Promise<View> {
  const state = await builderState(app, viewer, id);
  const { bio } = state;
  return settingsView({
    ...state,
    hopUrl: app.config.hopUrl,
    domains: await ownDomains(app, viewer),
    avatar: bio.avatar === null ? null : app.files.address(smallPath(bio.avatar)),
    state: typed ?? stateOf(bio, app.config.hopUrl),
  });
}

const stateOf = (bio: Bio, hopUrl: string): FormState => ({
  values: {
    title: bio.title,
    about: bio.about,
    custom: bio.alias,
    domain: bio.domain ?? hopUrl,
    metatitle: bio.previewTitle,
    metadescription: bio.previewDescription,
    metaimage: bio.previewImage ?? '',
  },
});

import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { getProfile } from '../../identity/account/get-profile.ts';
import { changeProfile } from '../../identity/profile/change-profile.ts';
import { finishFirstSteps } from '../../identity/sign-up/finish-first-steps.ts';
import { setPicture } from '../../identity/pictures/set-picture.ts';
import type { App } from '../../platform/app.ts';
import { refused } from '../../web/refused.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { getAboutForm } from '../accounts/about-form.ts';
import { saveFirstSteps } from '../accounts/first-steps.ts';
import { getFirstSteps } from '../feed/first-steps.ts';
import { listSuggestedPeople } from '../people/list-suggested-people.ts';
import { aboutStep, peopleStep, pictureStep } from './welcome-views.ts';

const member = pagesFor('member');
const text = (maxLength = 300) => Type.String({ maxLength, default: '' });
const maxPeople = 12;

/** The onboarding steps after sign-up. Each can be skipped, and completed steps are not shown again. */
export const welcomePages = [
  member.get({
    path: '/welcome',
    handle: async ({ app, viewer }) =>
      (await getFirstSteps(app, viewer.id)) ? pictureStep(viewer) : redirect('/'),
  }),
  member.post({
    path: '/welcome',
    files: { fields: ['picture'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, files: [upload] }) => {
      if (upload)
        await setPicture(app, viewer.id, 'picture', upload.file ?? upload.body, { field: 'picture' });
      return redirect('/welcome/about');
    },
    again: ({ viewer }, problem) => pictureStep(viewer, refused({ picture: '' }, problem)),
  }),
  member.get({
    path: '/welcome/about',
    handle: async ({ app, viewer }) => {
      const { biography } = await getProfile(app, viewer.id);
      return aboutStep({ values: { ...(await getAboutForm(app, viewer.id)), biography } });
    },
  }),
  member.post({
    path: '/welcome/about',
    body: Type.Object({
      biography: text(8000),
      country: text(10),
      city: text(),
      hometown: text(),
      work_title: text(),
      work_place: text(),
      work_url: text(1000),
    }),
    handle: async ({ app, viewer, body }) => {
      const { biography, ...steps } = body;
      await saveFirstSteps(app, viewer.id, steps);
      await changeBiography(app, viewer.id, biography);
      return redirect('/welcome/people');
    },
    again: ({ body }, problem) => aboutStep(refused(body, problem)),
  }),
  member.get({
    path: '/welcome/people',
    handle: async ({ app, viewer }) => peopleStep(await listSuggestedPeople(app, viewer, maxPeople)),
  }),
  member.post({
    path: '/welcome/finish',
    handle: async ({ app, viewer }) => {
      await finishFirstSteps(app, viewer.id);
      return redirect('/', { kind: 'success', text: t('You’re all set') });
    },
  }),
];

async function changeBiography(app: App, accountId: string, biography: string): Promise<void> {
  const { firstName, lastName } = await getProfile(app, accountId);
  await changeProfile(app, accountId, { firstName, lastName, biography });
}

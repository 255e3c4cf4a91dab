import { Type } from 'typebox';
import { refused } from '../../platform/html/refused.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../platform/html/form.ts';
import type { View } from '../../platform/html/layout.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { blockWord, listBlockedWords, unblockWord } from './block-word.ts';
import { listReported } from '../reports/list-reported.ts';
import { listHeld } from './list-held.ts';
import { settle } from './settle.ts';
import { moderationView } from './views/moderation-view.ts';

const show = async (app: App, viewer: Viewer, state: FormState = {}): Promise<View> =>
  moderationView({
    ...(await listHeld(app, viewer)),
    reported: await listReported(app, viewer),
    words: await listBlockedWords(app),
    viewer,
    base: app.config.plazaUrl,
    state,
  });

export const moderationPages = [
  page({
    method: 'GET',
    path: '/moderation',
    access: 'moderator',
    handle: ({ app, viewer }) => show(app, viewer),
  }),
  page({
    method: 'POST',
    path: '/moderation/settle',
    access: 'moderator',
    body: Type.Object({
      subject: Type.Union([Type.Literal('post'), Type.Literal('comment')]),
      id: Type.String({ pattern: '^[0-9]{1,18}$' }),
      decision: Type.Union([Type.Literal('release'), Type.Literal('remove')]),
    }),
    handle: async ({ app, viewer, body }) => {
      await settle(app, viewer, body);
      const text = body.decision === 'release' ? 'Let through' : 'Taken away';
      return redirect('/moderation', { kind: 'success', text });
    },
  }),
  page({
    method: 'POST',
    path: '/moderation/words',
    access: 'moderator',
    body: Type.Object({
      word: Type.String({ maxLength: 200 }),
      outcome: Type.Union([Type.Literal('hold'), Type.Literal('refuse')]),
    }),
    handle: async ({ app, viewer, body }) => {
      await blockWord(app, viewer, body);
      return redirect('/moderation', { kind: 'success', text: 'The list was changed' });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/moderation/words/remove',
    access: 'moderator',
    body: Type.Object({ word: Type.String({ maxLength: 200 }) }),
    handle: async ({ app, viewer, body }) => {
      await unblockWord(app, viewer, body.word);
      return redirect('/moderation', { kind: 'success', text: 'The list was changed' });
    },
  }),
];

import { ById } from '../../../kernel/input.ts';
import { missing, msg } from '../../../kernel/problem.ts';
import { toWallTime } from '../../../kernel/time.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { getDraft, pathOfDraft } from '../../drafts/draft.ts';
import { listUploadNames } from '../attachments.ts';
import { heldForReview } from '../post-actions.ts';
import { cleanAlt } from '../new-post.ts';
import { listPlanChoices } from '../paywall.ts';
import { threadFiles } from '../post-files.ts';
import { getPost } from '../reading/get-posts.ts';
import { getPostHeader } from '../reading/visible.ts';
import { formState, plannedFor, PostForm, draftContentOf } from '../requests/post-form.ts';
import { parseDraftContent, type PostContent } from './content.ts';
import { publishDraftNow, savePostDraft } from './drafts.ts';
import { draftView } from './views.ts';

const member = pagesFor('member');

/** The files of a draft, without those selected for removal, with the typed alt texts. */
function existingFiles(content: PostContent, typed: Readonly<Record<string, unknown>>): PostContent {
  const said = (name: string, before: string) => {
    const value = typed[name];
    return cleanAlt(typeof value === 'string' ? value : before);
  };
  const { video, attachments = [], ...rest } = content;
  // The pictures are numbered through the thread.
  let index = 0;
  const left = (photos: PostContent['photos']) =>
    photos.flatMap(({ path, alt }) => {
      const at = index++;
      return typed[`remove-${at}`] ? [] : [{ path, alt: said(`alt-${at}`, alt) }];
    });
  const photos = left(content.photos);
  return {
    ...rest,
    photos,
    ...(content.thread && {
      thread: content.thread.map(({ text, photos }) => ({ text, photos: left(photos) })),
    }),
    ...(video && !typed['remove-video'] && { video }),
    attachments: attachments.filter((_, index) => !typed[`remove-file-${index}`]),
  };
}

async function show(app: App, viewer: Viewer, id: string, state?: ReturnType<typeof formState>) {
  const draft = await getDraft(app, viewer, id);
  if (draft.kind !== 'post') return redirect(pathOfDraft(draft));
  const content = parseDraftContent(draft.content);
  const origin =
    content.quoteId === undefined
      ? undefined
      : await getPost(app, viewer, content.quoteId).catch(() => undefined);
  const wall = draft.publishAt ? toWallTime(draft.publishAt, draft.timeZone) : '';
  const names = await listUploadNames(app, viewer, content.attachments ?? []);
  const plans = await listPlanChoices(app, {
    accountId: viewer.id,
    present: content.paywall?.planId ?? null,
  });
  return draftView({ app, draft, content, wall, origin, names, state, plans });
}

/** Pages to edit a draft of a post. Pages shared by all drafts are in drafts/pages.ts. */
export const postDraftPages = [
  member.get({
    path: '/drafts/:id',
    params: ById,
    handle: ({ app, viewer, params }) => show(app, viewer, params.id),
  }),
  member.post({
    path: '/drafts/:id',
    verb: savePostDraft,
    files: threadFiles,
    params: ById,
    body: PostForm,
    handle: async ({ app, viewer, params, body, files }) => {
      const planned = plannedFor(body, app.clock.now());
      const draft = await getDraft(app, viewer, params.id, 'post');
      const existing = existingFiles(parseDraftContent(draft.content), body);
      const content = await draftContentOf(app, viewer, body, files, existing);
      await savePostDraft(app, viewer, { id: draft.id, content, planned: planned ?? null });
      if (body.do !== 'post')
        return redirect('/drafts', { kind: 'success', text: planned ? t('Scheduled') : t('Draft saved') });
      const id = await publishDraftNow(app, viewer, draft.id);
      const { heldAt } = await getPostHeader(app, viewer, id);
      return redirect(`/posts/${id}`, heldAt ? heldForReview() : { kind: 'success', text: t('Posted') });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const shown = await show(app, viewer, params.id, formState(body, problem));
      if ('title' in shown) return shown;
      // Drafts of other kinds have their own forms.
      throw missing(msg('Draft'));
    },
  }),
];

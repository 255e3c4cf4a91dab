import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import {
  badge,
  card,
  emptyState,
  pageHeader,
  relativeTime,
  timeText,
} from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { stack } from '../../web/components/people.ts';
import { buttonForm } from '../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../web/html.ts';
import { short } from '../text/plain.ts';
import { type Draft, type DraftKind, pathOfDraft } from './draft.ts';
import { deleteDraft, listDrafts } from './drafts.ts';

const member = pagesFor('member');

export const draftPages = [
  member.get({
    path: '/drafts',
    handle: async ({ app, viewer }) => draftsView(await listDrafts(app, viewer)),
  }),
  member.post({
    path: '/drafts/:id/delete',
    verb: deleteDraft,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteDraft(app, viewer, params.id);
      return redirect('/drafts', { kind: 'success', text: t('Draft deleted') });
    },
  }),
];

const longest = 120;

/** Scheduled and unfinished drafts. */
function draftsView(drafts: readonly Draft[]): View {
  const planned = drafts.filter(({ publishAt }) => publishAt !== null);
  const unfinished = drafts.filter(({ publishAt }) => publishAt === null);
  return {
    title: t('Drafts'),
    section: 'drafts',
    body: html`${pageHeader({
      title: t('Drafts'),
      lead: t('Drafts and scheduled posts. Only visible to you.'),
      actions: linkButton({ label: t('New post'), href: '/compose', icon: 'square-pen', kind: 'primary' }),
    })}
    ${planned.length > 0 && group(t('Scheduled'), planned)}
    ${unfinished.length > 0 && group(t('Drafts'), unfinished)}
    ${
      drafts.length === 0 &&
      card({
        body: emptyState({
          illustration: 'posts',
          title: t('No drafts'),
          text: t('Posts you save as drafts or schedule appear here.'),
          action: linkButton({ label: t('New post'), href: '/compose', icon: 'square-pen' }),
        }),
      })
    }`,
  };
}

const group = (title: string, drafts: readonly Draft[]): Html =>
  card({ title, flush: true, body: stack(drafts.map(row), title) });

const kinds = (): Readonly<Record<DraftKind, string>> => ({
  post: t('Post'),
  article: t('Article'),
});

function row(draft: Draft): Html {
  return html`<article class="draft">
    <div>
      <p class="draft-title"><a href="${pathOfDraft(draft)}">${titleOf(draft)}</a></p>
      <p class="draft-facts">${kinds()[draft.kind]}${draft.postId && t(', edit')} · ${stateOf(draft)}</p>
      ${draft.problem && html`<p class="field-error">Not published: ${draft.problem}</p>`}
    </div>
    ${buttonForm({
      to: `/drafts/${draft.id}/delete`,
      label: t('Delete'),
      icon: 'trash-2',
      small: true,
      kind: 'plain',
      confirm: t('Delete this draft? This cannot be undone.'),
    })}
  </article>`;
}

function titleOf({ content }: Draft): string {
  const written = [content.title, content.text, content.body].find(
    (part): part is string => typeof part === 'string' && part.trim() !== '',
  );
  return written === undefined ? t('No text') : short(written, longest);
}

function stateOf({ publishAt, timeZone, updatedAt, problem }: Draft): Fragment {
  if (!publishAt || problem) return html`edited ${relativeTime(updatedAt)}`;
  return html`${badge(t('Scheduled'), 'accent', 'clock')}
    <time datetime="${publishAt.toISOString()}">${inZone(publishAt, timeZone)}</time>`;
}

/** Formats a time in the time zone in which the author chose it. */
const inZone = (at: Date, timeZone: string): string =>
  `${timeText(at, timeZone)} (${timeZone.replaceAll('_', ' ')})`;

import type { App } from '../../../src/platform/app.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { saveDraft } from '../../../src/social/drafts/drafts.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { deleteTerm } from '../../../src/social/glossary/versions.ts';
import { saveTerm, suggestTerm } from '../../../src/social/glossary/terms.ts';
import { settleSuggestion } from '../../../src/social/glossary/suggestions.ts';
import { addPage, deletePage } from '../../../src/social/pages/editing.ts';
import { likePage } from '../../../src/social/pages/liking.ts';
import { suspendPage } from '../../../src/social/pages/operating.ts';
import { writeAsPage } from '../../../src/social/pages/posts.ts';
import { voteInPoll } from '../../../src/social/posts/polls/voting.ts';
import { savePostDraft } from '../../../src/social/posts/drafts/drafts.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { acceptAnswer, addAnswer } from '../../../src/social/questions/answers.ts';
import { askQuestion } from '../../../src/social/questions/questions.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import {
  heldWord,
  markerOf,
  othersThanOwner,
  sharedTag,
  sharedWord,
  type Audience,
  type People,
  type Content,
} from './privacy-world.ts';

type Add = (marker: string, audience: Audience, address?: string) => void;

/** Adds the owner's other content: drafts, pages, terms, a poll, and comments on content by others. */
export async function addOtherContent(app: App, people: People): Promise<Content[]> {
  const pieces: Content[] = [];
  const add: Add = (marker, audience, address) =>
    void pieces.push({ marker, audience, ...(address && { address }) });
  await addDrafts(app, people, add);
  await addPages(app, people, add);
  await addTerms(app, people, add);
  await addPoll(app, people, add);
  await addBelowOthers(app, people, add);
  return pieces;
}

async function addDrafts(app: App, { owner }: People, add: Add): Promise<void> {
  const [draft, article] = [markerOf('draft'), markerOf('articledraft')];
  const content = { text: draft, privacy: 'public', warning: '', photos: [] } as const;
  add(draft, 'me', `/drafts/${await savePostDraft(app, owner, { content: { ...content, photos: [] } })}`);
  const given = { kind: 'article', content: { ...emptyContent, title: article, text: article } } as const;
  add(article, 'me', `/articles/new?draft=${await saveDraft(app, owner, given)}`);
}

/** Adds a public page, and pages that are pending, closed or deleted, with posts in their names. */
async function addPages(app: App, people: People, add: Add): Promise<void> {
  const { owner, moderator } = people;
  const page = (name: string, about = '') => {
    const given = { title: markerOf(name), username: name, category: '', about, website: '' };
    return addPage(app, owner, given);
  };
  const post = async (pageId: string, name: string) => {
    for (const reader of othersThanOwner(people)) await likePage(app, reader, pageId);
    const text = `${markerOf(name)} ${sharedWord} #${sharedTag}`;
    return writeAsPage(app, owner, pageId, { text, photos: [] });
  };
  add(markerOf('openpage'), 'all', '/pages/openpage');
  add(markerOf('pagepost'), 'page', `/posts/${await post(await page('openpage'), 'pagepost')}`);
  await page('heldpage', heldWord);
  add(markerOf('heldpage'), 'held', '/pages/heldpage');
  const shut = await page('shutpage');
  add(markerOf('shutpost'), 'nobody', `/posts/${await post(shut, 'shutpost')}`);
  await suspendPage(app, moderator, shut, 'Shut');
  add(markerOf('shutpage'), 'held', '/pages/shutpage');
  const gone = await page('gonepage');
  add(markerOf('gonepost'), 'nobody', `/posts/${await post(gone, 'gonepost')}`);
  await deletePage(app, owner, gone);
  // Its owner can restore it.
  add(markerOf('gonepage'), 'me');
}

/** Adds terms, and suggestions in each state. They are visible to their author and to glossary editors. */
async function addTerms(app: App, { owner, moderator }: People, add: Add): Promise<void> {
  const typed = (name: string, text = '') => ({
    name: markerOf(name),
    aliases: '',
    definition: `What ${markerOf(name)} means ${sharedWord} ${text}`,
    seeAlso: '',
    sets: [],
  });
  const suggest = (name: string, text?: string) =>
    suggestTerm(app, owner, { ...typed(name, text), note: '' });
  await saveTerm(app, moderator, typed('term'));
  add(markerOf('term'), 'all', `/glossary/${markerOf('term')}`);
  const deleted = await saveTerm(app, moderator, typed('goneterm'));
  if ('id' in deleted) await deleteTerm(app, moderator, deleted.id);
  add(markerOf('goneterm'), 'moderators');
  await suggest('suggested');
  await suggest('heldterm', heldWord);
  const declined = await suggest('declinedterm');
  await settleSuggestion(app, moderator, declined, { take: false, reason: markerOf('why') });
  for (const name of ['suggested', 'heldterm', 'declinedterm', 'why']) add(markerOf(name), 'held');
}

/** No one can see who voted for what. */
async function addPoll(app: App, { owner, friend, stranger, follower }: People, add: Add): Promise<void> {
  const poll = { options: [markerOf('choice'), 'Other'], isMultiple: false, isChangeable: true, minutes: 60 };
  const given = { text: `Which one ${sharedWord}`, privacy: 'public', photos: [], poll } as const;
  const id = await publishPost(app, owner, { ...given, photos: [] });
  for (const voter of [friend, stranger, follower]) await voteInPoll(app, voter, id, [1]);
  add(markerOf('choice'), 'public', `/posts/${id}`);
}

/**
 * Adds the owner's comments and reactions below content by a stranger, where only the owner's content is
 * subject to access.
 */
async function addBelowOthers(app: App, { owner, stranger }: People, add: Add): Promise<void> {
  const question = await askQuestion(app, stranger, { title: 'Asked by another', text: 'How?', tags: '' });
  const answerId = await addAnswer(app, owner, question, markerOf('bestanswer'));
  await acceptAnswer(app, stranger, answerId);
  add(markerOf('bestanswer'), 'public', `/questions/${question}`);

  const { id: forumId } = await app.db.selectFrom('social.forum').select('id').executeTakeFirstOrThrow();
  const given = { forumId, title: 'Begun by another', text: 'What of it?', follows: true };
  const threadId = await startThread(app, stranger, given);
  await addReply(app, owner, { threadId, text: markerOf('lastreply'), follows: false });
  add(markerOf('lastreply'), 'public', `/forums/threads/${threadId}`);

  const shared = await publishPost(app, stranger, {
    text: 'Shared by others',
    privacy: 'public',
    photos: [],
  });
  await react(app, owner, shared, 'wow');
  const quote = { text: markerOf('quote'), privacy: 'public', photos: [], quoteId: shared } as const;
  await publishPost(app, owner, { ...quote, photos: [] });
  add(markerOf('quote'), 'public', `/posts/${shared}/shares`);
  await addArticle(app, stranger, { ...emptyContent, title: 'Written by another', text: 'Words.' });
}

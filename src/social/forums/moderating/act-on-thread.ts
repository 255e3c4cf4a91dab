import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { closeThread } from './close-thread.ts';
import { mergeThreads } from './merge-threads.ts';
import { moveThread } from './move-thread.ts';
import { pinThread } from './pin-thread.ts';
import { renameThread } from './rename-thread.ts';
import { splitThread } from './split-thread.ts';

/** Moderator actions on threads. */
export const threadActs = ['pin', 'unpin', 'lock', 'unlock', 'rename', 'move', 'split', 'merge'] as const;
type ThreadAct = (typeof threadActs)[number];

interface ThreadActInput {
  title?: string | undefined;
  forumId?: string | undefined;
  intoId?: string | undefined;
  replyIds?: readonly string[];
  andAfter?: boolean;
}

/** Performs a moderator action. Returns the id of the post to show next: the thread, or what became of it. */
export async function actOnThread(
  app: App,
  viewer: Viewer,
  id: string,
  act: ThreadAct,
  input: ThreadActInput,
): Promise<string> {
  const { title = '', forumId, intoId, replyIds = [], andAfter = false } = input;
  switch (act) {
    case 'pin':
    case 'unpin':
      await pinThread(app, viewer, id, act === 'pin');
      return id;
    case 'lock':
    case 'unlock':
      await closeThread(app, viewer, id, act === 'lock');
      return id;
    case 'rename':
      await renameThread(app, viewer, id, title);
      return id;
    case 'move':
      if (forumId === undefined || !/^[0-9]{1,18}$/.test(forumId))
        throw invalid('forum_id', t('Choose a forum'));
      await moveThread(app, viewer, id, forumId);
      return id;
    case 'split':
      return splitThread(app, viewer, id, { title, replyIds, andAfter });
    case 'merge':
      if (intoId === undefined) throw invalid('into_id', t('Choose the thread to merge into'));
      await mergeThreads(app, viewer, id, intoId);
      return id;
  }
}

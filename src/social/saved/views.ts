import { button, linkButton } from '../../web/components/controls.ts';
import { card, emptyState, undoNotice, pageHeader } from '../../web/components/surfaces.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { type CardContext, postList } from '../posts/components/post-card.ts';
import { pathOf } from '../posts/paths.ts';
import type { PageOfPosts } from '../posts/reading/lists.ts';
import type { PostHeader } from '../posts/reading/visible.ts';
import { longestFolderTitle, type SavedFolder } from './saved.ts';

const section = 'saved';
const newPath = '/saved/folders/new';

interface SavedOptions {
  words: string;
  isFirst: boolean;
  folders: readonly SavedFolder[];
  /** The folder that is shown. */
  folder: SavedFolder | undefined;
  /** The id of the folder just deleted. */
  deleted: string | undefined;
}

/** The viewer's saved posts, all or those of a folder. */
export function savedView(posts: PageOfPosts, context: CardContext, options: SavedOptions): View {
  const { words, isFirst, folders, folder, deleted } = options;
  const sought = words.trim();
  const query = (more: Record<string, string>) =>
    `/saved?${new URLSearchParams({ ...(folder && { folder: folder.id }), ...more }).toString()}`;
  return {
    title: folder?.title ?? t('Saved'),
    section,
    body: html`${pageHeader({
        title: t('Saved'),
        lead: t('Only you can see this list.'),
        actions: html`${
          folder &&
          linkButton({ label: t('Edit folder'), href: `/saved/folders/${folder.id}`, icon: 'pencil' })
        }
        ${linkButton({ label: t('New folder'), href: newPath, icon: 'folder' })}`,
      })}
      ${deleted !== undefined && undoNotice(t('Folder deleted'), `/saved/folders/${deleted}/restore`)}
      ${
        folders.length > 0 &&
        tabs(t('Folders'), [
          { label: t('All'), href: '/saved', current: folder === undefined },
          ...folders.map(({ id, title, count }) => ({
            label: title,
            href: `/saved?folder=${id}`,
            current: folder?.id === id,
            count,
          })),
        ])
      }
      <form class="search-row" action="/saved" method="get" role="search">
        ${folder && html`<input type="hidden" name="folder" value="${folder.id}" />`}
        ${textField({
          name: 'q',
          label: t('Search saved posts'),
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: t('Search saved posts'),
          value: words,
          maxlength: 200,
        })}
        ${button({ label: t('Search') })}
      </form>
      ${postList(posts, context, {
        label: t('Saved'),
        empty: noPosts(sought, folder),
        older: (before) => query({ ...(sought && { q: sought }), before }),
        isFirst,
      })}`,
  };
}

const noPosts = (sought: string, folder: SavedFolder | undefined): Html =>
  emptyState(
    sought !== ''
      ? {
          illustration: 'search',
          title: t('No results'),
          text: t('None of your saved posts contains “{sought}”.', { sought }),
          action: linkButton({ label: t('Show all'), href: '/saved' }),
        }
      : folder
        ? {
            illustration: 'posts',
            title: t('This folder is empty'),
            text: t('Choose “Move to folder” in the menu of a saved post.'),
            action: linkButton({ label: t('Show all'), href: '/saved' }),
          }
        : {
            illustration: 'posts',
            title: t('Nothing saved yet'),
            text: t('Save posts from their menu to find them here.'),
            action: linkButton({ label: t('Discover'), href: '/discover' }),
          },
  );

const allSaved = (): Html => html`<p><a href="/saved">All saved posts</a></p>`;

const titleField = (state: FormState, title = ''): Html =>
  textField({
    ...bind({ ...state, values: { title, ...state.values } })('title'),
    label: t('Title'),
    maxlength: longestFolderTitle,
    autocomplete: 'off',
    required: true,
  });

/** `post`: the id of a post to move into it. */
export const newFolderView = (post: string, state: FormState = {}): View => ({
  title: t('New folder'),
  section,
  body: html`${pageHeader({ above: allSaved(), title: t('New folder') })}
  ${card({
    body: form({
      action: newPath,
      state,
      submit: t('Add folder'),
      cancel: { label: t('Cancel'), href: post === '' ? '/saved' : `/posts/${post}/folder` },
      body: html`${titleField(state)}
      ${post !== '' && html`<input type="hidden" name="post" value="${post}" />`}`,
    }),
  })}`,
});

export const folderView = ({ id, title }: SavedFolder, state: FormState): View => ({
  title: t('Edit folder'),
  section,
  body: html`${pageHeader({
    above: html`<p><a dir="auto" href="/saved?folder=${id}">${title}</a></p>`,
    title: t('Edit folder'),
  })}
  ${card({
    body: form({
      action: `/saved/folders/${id}`,
      state,
      submit: t('Save changes'),
      cancel: { label: t('Cancel'), href: `/saved?folder=${id}` },
      body: titleField(state, title),
    }),
  })}
  ${card({
    title: t('Delete folder'),
    danger: true,
    lead: t('Its posts stay saved.'),
    body: buttonForm({
      to: `/saved/folders/${id}/delete`,
      label: t('Delete folder'),
      kind: 'danger',
      icon: 'trash-2',
      confirm: t('Delete {title}?', { title }),
    }),
  })}`,
});

/** Chooses the folder of a saved post. */
export const moveView = (
  post: Pick<PostHeader, 'id' | 'kind' | 'title' | 'parentId'>,
  folders: readonly SavedFolder[],
  present: string | null,
): View => ({
  title: t('Move to folder'),
  section,
  body: html`${pageHeader({
    above: html`<p><a href="${pathOf(post)}">${post.title || t('Post')}</a></p>`,
    title: t('Move to folder'),
  })}
  ${card({
    body: html`${form({
        action: `/posts/${post.id}/folder`,
        submit: t('Save'),
        cancel: { label: t('Cancel'), href: '/saved' },
        body: radioGroup({
          name: 'folder',
          label: t('Folder'),
          value: present ?? '',
          choices: [
            { value: '', label: t('No folder') },
            ...folders.map(({ id, title }) => ({ value: id, label: title })),
          ],
        }),
      })}
      <p>${linkButton({ label: t('New folder'), href: `${newPath}?post=${post.id}`, icon: 'plus' })}</p>`,
  })}`,
});

import type { Comment } from '../comments/comment.ts';
import type { Post } from './post.ts';
import { readTokens } from './text/tokens.ts';

/** A post and what is said below it, for readers that want no markup of pages. */
export function postToMarkdown(post: Post, comments: readonly Comment[], base: string): string {
  const parts = [
    `# ${escapeMarkdown(post.author.name)} (@${post.author.username})`,
    `${post.createdAt.toISOString()} · ${base}/posts/${post.id}`,
    toMarkdown(post.text, base),
    ...post.photos.map(({ address, alt }) => `![${escapeMarkdown(alt)}](${address})`),
  ];
  if (comments.length > 0) parts.push('## Comments');
  for (const { author, createdAt, text } of comments)
    parts.push(
      `**${escapeMarkdown(author.name)}** (@${author.username}), ${createdAt.toISOString()}:`,
      quoted(toMarkdown(text, base)),
    );
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A list of posts under a heading. */
export function postsToMarkdown(title: string, posts: readonly Post[], base: string): string {
  const parts = posts.flatMap((post) => [
    `## ${escapeMarkdown(post.author.name)}, ${post.createdAt.toISOString()}`,
    `${base}/posts/${post.id}`,
    toMarkdown(post.text, base),
    ...post.photos.map(({ address, alt }) => `![${escapeMarkdown(alt)}](${address})`),
  ]);
  return `${[`# ${escapeMarkdown(title)}`, ...parts].filter(Boolean).join('\n\n')}\n`;
}

/** What was written, so that it reads the same: nothing in it becomes markup by accident. */
export function toMarkdown(text: string, base: string): string {
  return readTokens(text)
    .map((token) => {
      if (token.kind === 'link') return `<${token.address}>`;
      if (token.kind === 'hashtag')
        return `[${escapeMarkdown(token.text)}](${base}/hashtag/${encodeURIComponent(token.tag)})`;
      return escapeMarkdown(token.text).replaceAll(/\n(?!\n)/g, '  \n');
    })
    .join('');
}

const escapeMarkdown = (text: string) =>
  text
    .replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replaceAll(/^(\s*)([-+=])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)([.)])/gm, '$1\\$2');

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

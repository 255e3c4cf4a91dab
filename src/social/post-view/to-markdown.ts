import type { Post } from '../posts/post.ts';
import { type Block, type Inline, parseBlocks, parseInline } from '../text/markup.ts';
import { bylineOf } from '../posts/texts.ts';
import type { Comment } from '../comments/comment.ts';

/** A post and its comments as Markdown. */
export function postToMarkdown(
  post: Post,
  comments: readonly Comment[],
  base: string,
  thread: readonly Post[] = [],
): string {
  const parts = [
    `# ${escapeMarkdown(bylineOf(post).author.name)} (@${bylineOf(post).author.username})`,
    `${post.createdAt.toISOString()} · ${base}/posts/${post.id}`,
    ...[post, ...thread].flatMap((each) => bodyOf(each, base)),
  ];
  if (comments.length > 0) parts.push('## Comments');
  for (const { author, createdAt, text } of comments)
    parts.push(
      `**${escapeMarkdown(author.name)}** (@${author.username}), ${createdAt.toISOString()}:`,
      quoted(absoluteMarkdown(text, base)),
    );
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A list of posts under a heading, as Markdown. */
export function postsToMarkdown(title: string, posts: readonly Post[], base: string): string {
  const parts = posts.flatMap((post) => [
    `## ${escapeMarkdown(bylineOf(post).author.name)}, ${post.createdAt.toISOString()}`,
    `${base}/posts/${post.id}`,
    ...bodyOf(post, base),
  ]);
  return `${[`# ${escapeMarkdown(title)}`, ...parts].filter(Boolean).join('\n\n')}\n`;
}

const bodyOf = (post: Post, base: string): string[] => [
  post.warning && `**Content warning:** ${escapeMarkdown(post.warning)}`,
  absoluteMarkdown(post.text, base),
  ...post.photos.map(({ address, alt }) => `![${escapeMarkdown(alt)}](${address})`),
  ...post.attachments.map(({ address, name }) => `[${escapeMarkdown(name || 'File')}](${address})`),
];

/**
 * Converts a text to Markdown that renders the same. Supported light Markdown is kept, and everything else is
 * escaped.
 */
export const absoluteMarkdown = (text: string, base: string): string =>
  parseBlocks(text)
    .map((block) => printBlock(block, base))
    .join('\n\n');

function printBlock(block: Block, base: string): string {
  switch (block.kind) {
    case 'paragraph':
      return printLine(block.text, base);
    case 'code':
      return `${ticksFor(block.text, 3)}\n${block.text}\n${ticksFor(block.text, 3)}`;
    case 'quote':
      return quoted(block.blocks.map((inner) => printBlock(inner, base)).join('\n\n'));
    case 'list':
      return block.items
        .map((item, index) => {
          const bullet = block.from === undefined ? '- ' : `${block.from + index}. `;
          return bullet + printLine(item, base).replaceAll('\n', `\n${' '.repeat(bullet.length)}`);
        })
        .join('\n');
  }
}

const printLine = (text: string, base: string): string =>
  parseInline(text)
    .map((piece) => printInline(piece, base))
    .join('');

const signs = { strong: '**', emphasis: '*', struck: '~~' } as const;

function printInline(piece: Inline, base: string): string {
  switch (piece.kind) {
    case 'link':
      return `<${piece.address}>`;
    case 'hashtag':
      return `[${escapeMarkdown(piece.text)}](${base}/hashtag/${encodeURIComponent(piece.tag)})`;
    case 'code':
      return printCode(piece.text);
    case 'text':
    case 'mention':
      return escapeMarkdown(piece.text).replaceAll('\n', '  \n');
    default:
      return `${signs[piece.kind]}${piece.children.map((child) => printInline(child, base)).join('')}${signs[piece.kind]}`;
  }
}

function printCode(text: string): string {
  const ticks = ticksFor(text, 1);
  return /^[` ]|[` ]$/.test(text) ? `${ticks} ${text} ${ticks}` : ticks + text + ticks;
}

/** More backticks than the text has in a row. */
const ticksFor = (text: string, least: number) =>
  '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));

export const escapeMarkdown = (text: string) =>
  text
    .replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replaceAll(/^([ \t]*)([-+=])/gm, '$1\\$2')
    .replaceAll(/^([ \t]*\d+)([.)])/gm, '$1\\$2');

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

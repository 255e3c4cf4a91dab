import { formatSize, t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { avatar } from '../../../web/components/people.ts';
import { badge, relativeTime } from '../../../web/components/surfaces.ts';
import {
  audioPlayer,
  fileCard,
  linkPreview,
  pictures,
  videoPlayer,
} from '../../../web/components/post-media.ts';
import { type Fragment, html, type Html } from '../../../web/html.ts';
import { pathOf } from '../paths.ts';
import { pollView } from '../polls/views.ts';
import type { Attachment, Post } from '../post.ts';
import { isBare } from '../sharing.ts';
import { bylineOf, excerptOf } from '../texts.ts';
import { eventLink } from './event-link.ts';
import { paywallOffer } from './paywall.ts';

/** Maximum number of pictures shown in a list. */
const inGrid = 4;

/** The attachments of a post: pictures, video, poll and shared post, or else a link preview. */
export function postMedia(post: Post, viewer: Viewer | undefined, alone: boolean): Fragment {
  const shown = [
    paywallOffer(post, viewer),
    post.event && eventLink(post.id, post.event),
    photosOf(post, alone),
    post.video &&
      videoPlayer({
        ...post.video,
        label: post.video.alt || t('Video by {name}', { name: bylineOf(post).author.name }),
      }),
    attachmentsView(post.attachments),
    post.poll && pollView(post.id, post.poll, viewer !== undefined),
    post.parentId === null && originView(post),
  ];
  const isBare =
    post.photos.length === 0 &&
    !post.video &&
    post.attachments.length === 0 &&
    !post.paywall &&
    !post.poll &&
    !post.event &&
    post.quoteId === null;
  if (!isBare || !post.preview) return shown;
  const { picture, ...preview } = post.preview;
  return linkPreview({ ...preview, image: picture });
}

function photosOf(post: Post, alone: boolean): Fragment {
  const { id, photos } = post;
  const all = photos.map((photo, index) => ({
    src: alone && photos.length === 1 ? photo.address : photo.small,
    alt: altOf(post, index),
    width: photo.width,
    height: photo.height,
    href: `/posts/${id}/photos/${index + 1}`,
    full: photo.address,
  }));
  return pictures(all, alone ? undefined : inGrid);
}

/** The alternative text of a photo, or what is known about it. */
export function altOf(post: Post, index: number): string {
  const alt = post.photos[index]?.alt ?? '';
  return alt === '' ? unnamed(post, index) : alt;
}

const unnamed = (post: Post, index: number) =>
  post.photos.length > 1
    ? t('Photo {number} of {count} by {name}', {
        number: index + 1,
        count: post.photos.length,
        name: bylineOf(post).author.name,
      })
    : t('Photo by {name}', { name: bylineOf(post).author.name });

const longest = 280;
const maxPictures = 4;

/** A card of the shared post, or a placeholder if it is hidden. False for posts that share nothing. */
function originView(post: Post): Html | false {
  if (post.origin) return originCard(post.origin);
  if (post.quoteId === null && !isLeftover(post)) return false;
  return html`<p class="origin origin-gone">This post is not available.</p>`;
}

/**
 * Whether the shared post was deleted with its author, so that an empty share remains. A paid post is empty for
 * people who have not paid.
 */
const isLeftover = (post: Post) => post.kind === 'post' && post.paywall === null && isBare(post);

/** A compact card of a post inside another post. */
export function originCard(origin: Post): Html {
  const { author, authorHref, byPage } = bylineOf(origin);
  const href = pathOf(origin);
  const text = origin.warning
    ? t('Content warning: {warning}', { warning: origin.warning })
    : excerptOf(origin, longest) || origin.poll?.options.map((option) => option.text).join(' · ');
  return html`<blockquote class="origin" cite="${href}">
    <p class="origin-head">
      ${avatar(author, 'small')} <a href="${authorHref}">${author.name}</a> ${byPage && badge(t('Page'))}
      <a class="origin-when" href="${href}">${relativeTime(origin.createdAt)}</a>
    </p>
    ${origin.title && html`<p class="origin-title"><a href="${href}">${origin.title}</a></p>`}
    ${text && html`<p dir="auto">${text}</p>`}
    ${
      !origin.warning &&
      pictures(
        origin.photos.slice(0, maxPictures).map(({ small, alt, width, height }, index) => ({
          src: small,
          alt: alt || t('Photo {value} by {name}', { value: index + 1, name: author.name }),
          width,
          height,
          href,
        })),
      )
    }
    ${origin.video && !origin.warning && html`<p class="origin-more"><a href="${href}">Watch the video</a></p>`}
    ${origin.attachments.length > 0 && !origin.warning && html`<p class="origin-more"><a href="${href}">Open the attached files</a></p>`}
  </blockquote>`;
}

/** Audio players and file downloads. */
const attachmentsView = (attachments: readonly Attachment[]): Fragment =>
  attachments.length > 0 && html`<div class="attachments">${attachments.map(one)}</div>`;

const one = ({ kind, address, name, type, bytes, milliseconds }: Attachment) =>
  kind === 'file'
    ? fileCard({
        address,
        name: name || t('File'),
        facts: `${nameOfType(type, name)} · ${formatSize(bytes)}`,
      })
    : audioPlayer({
        address,
        type,
        label: kind === 'voice_notes' ? t('Voice message') : name || t('Audio'),
        length: milliseconds === null ? '' : lengthOf(milliseconds),
      });

/**
 * The label of a file type, such as `PDF`. Based on the content type, or on the extension for unknown types.
 */
function nameOfType(type: string, name: string): string {
  const known: Readonly<Record<string, string>> = {
    'application/pdf': 'PDF',
    'application/zip': 'ZIP',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': t('Word document'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': t('Excel workbook'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': t('PowerPoint presentation'),
    'application/vnd.oasis.opendocument.text': t('OpenDocument text'),
    'application/vnd.oasis.opendocument.spreadsheet': t('OpenDocument spreadsheet'),
    'application/vnd.oasis.opendocument.presentation': t('OpenDocument presentation'),
    'application/epub+zip': 'EPUB',
    'application/rtf': 'RTF',
    'text/plain': t('Text'),
    'text/csv': 'CSV',
  };
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return known[type.split(';')[0] ?? ''] ?? (ending ? `${ending} file` : t('File'));
}

/** Formats a duration: `3:05` or `1:02:03`. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const shown = hours === 0 ? rest : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

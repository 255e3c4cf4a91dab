import { t } from '../../../kernel/translation/translate.ts';
import { linkPreview, pictures, videoPlayer } from '../../../web/components/post-media.ts';
import { html, type Fragment } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { paywallOffer } from '../components/paywall-offer.ts';
import { pollView } from '../polls/views.ts';
import type { Photo, Post } from '../post.ts';
import { attachmentsView } from './attachments-view.ts';
import { originView } from './origin-view.ts';
import { bylineOf } from '../text/byline-of.ts';

/** Maximum number of pictures shown in a list. */
const inGrid = 4;

/** The attachments of a post: pictures, video, poll and shared post, or else a link preview. */
export function postMedia(post: Post, href: string, viewer: Viewer | undefined, alone: boolean): Fragment {
  const shown = [
    paywallOffer(post, viewer),
    photosOf(post, href, alone),
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
    post.quoteId === null;
  if (!isBare || !post.preview) return shown;
  const { picture, ...preview } = post.preview;
  return linkPreview({ ...preview, image: picture });
}

function photosOf(post: Post, href: string, alone: boolean): Fragment {
  const { photos } = post;
  const all = photos.map((photo, index) => ({
    src: alone && photos.length === 1 ? photo.address : photo.small,
    alt: photo.alt || unnamed(post, index),
    width: photo.width,
    height: photo.height,
    href: !alone && hidesMore(photos, index) ? href : photo.address,
  }));
  if (!alone) return pictures(all);
  return html`${Array.from({ length: Math.ceil(all.length / inGrid) }, (_, row) =>
    pictures(all.slice(row * inGrid, (row + 1) * inGrid)),
  )}`;
}

/** Whether more pictures follow than the grid shows. */
const hidesMore = (photos: readonly Photo[], index: number) => index === inGrid - 1 && photos.length > inGrid;

const unnamed = (post: Post, index: number) =>
  post.photos.length > 1
    ? t('Photo {number} of {count} by {name}', {
        number: index + 1,
        count: post.photos.length,
        name: bylineOf(post).author.name,
      })
    : t('Photo by {name}', { name: bylineOf(post).author.name });

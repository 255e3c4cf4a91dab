import PhotoSwipe from 'photoswipe';
import type { SlideData } from 'photoswipe';
import { element } from '../behaviors/dialogs.ts';
import { addHistoryEntry, historyIsSettled } from './history-entry.ts';
import { loadStyles } from './load-styles.ts';
import { t } from '../translate.ts';

/** What shows several pictures together, of which the innermost counts. */
const galleries = '.pictures, .photo-grid, .messages, .prose';

/** Shows a picture over the page, with the others of its gallery beside it. `pictures` selects them. */
export async function openLightbox(picture: HTMLElement, pictures: string): Promise<void> {
  const gallery = picture.closest(galleries);
  const all = gallery ? [...gallery.querySelectorAll<HTMLElement>(pictures)] : [picture];
  const [slides] = await Promise.all([
    Promise.all(all.map(toSlide)),
    loadStyles('lightbox'),
    historyIsSettled(),
  ]);
  // Another press may have opened it while it loaded.
  if (document.querySelector('.pswp')) return;
  const lightbox = new PhotoSwipe({
    dataSource: slides,
    index: Math.max(0, all.indexOf(picture)),
    // A double click zooms. A single one would undo it.
    imageClickAction: false,
    bgClickAction: 'close',
    tapAction: 'toggle-controls',
    doubleTapAction: 'zoom',
    loop: false,
    bgOpacity: 1,
    showAnimationDuration: 200,
    hideAnimationDuration: 200,
    showHideAnimationType: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : 'zoom',
    paddingFn: ({ x }) => (x < 600 ? { top: 0, bottom: 0, left: 0, right: 0 } : wide),
    closeTitle: t`Close`,
    zoomTitle: t`Zoom`,
    arrowPrevTitle: t`Previous`,
    arrowNextTitle: t`Next`,
    errorMsg: t`The picture can’t be shown.`,
  });
  lightbox.on('uiRegister', () => addCaption(lightbox));
  lightbox.on('firstUpdate', () => {
    lightbox.element?.setAttribute('aria-modal', 'true');
    // The library does not mirror its order.
    lightbox.element?.setAttribute('dir', 'ltr');
    lightbox.element?.setAttribute('aria-label', t`Pictures`);
  });
  lightbox.on('bindEvents', () => {
    lightbox.scrollWrap?.addEventListener('dblclick', ({ target, clientX, clientY }) => {
      if (target instanceof HTMLImageElement) lightbox.currSlide?.toggleZoom({ x: clientX, y: clientY });
    });
  });
  closeOnBack(lightbox);
  lightbox.init();
}

const wide = { top: 56, bottom: 72, left: 64, right: 64 };

interface Slide extends SlideData {
  src: string;
  /** The page that a picture of a list belongs to. */
  page?: string;
}

async function toSlide(picture: HTMLElement): Promise<Slide> {
  const image = picture instanceof HTMLImageElement ? picture : picture.querySelector('img');
  const { zoom = '' } = picture.dataset;
  const src = zoom === '' ? largest(image) : zoom;
  const [width, height] = picture.dataset.size?.split('x').map(Number) ?? [];
  const size =
    width && height
      ? { width, height }
      : { width: Number(image?.getAttribute('width')), height: Number(image?.getAttribute('height')) };
  return {
    src,
    ...(image &&
      picture.dataset.size === undefined && { msrc: image.currentSrc || image.src, element: picture }),
    ...(image?.matches('.avatar') ? await measure(src, size) : size),
    alt: picture.dataset.alt ?? image?.alt ?? '',
    thumbCropped: true,
    ...(picture instanceof HTMLAnchorElement && picture.matches('.photo-grid *') && { page: picture.href }),
  };
}

function largest(image: HTMLImageElement | null): string {
  const last = image?.srcset.split(',').at(-1)?.trim().split(' ')[0];
  if (last !== undefined && last !== '') return last;
  return (image?.src ?? '').replace(/-small\.webp$/, '.webp');
}

/** Avatars do not say how large their picture is. */
async function measure(src: string, otherwise: { width: number; height: number }) {
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return otherwise;
  }
}

/** Shows what is described for screen readers, which is for everyone who cannot see the picture well. */
function addCaption(lightbox: PhotoSwipe): void {
  lightbox.ui?.registerElement({
    name: 'caption',
    order: 9,
    appendTo: 'root',
    onInit: (caption) => {
      caption.dir = 'auto';
      caption.setAttribute('aria-live', 'polite');
      lightbox.on('change', () => {
        const { alt = '', page } = lightbox.currSlide?.data as Slide;
        caption.replaceChildren(alt);
        if (page === undefined) return;
        const link = element('a', '', t`Open post`);
        link.href = page;
        caption.append(' ', link);
      });
    },
  });
}

/** Makes the back button close the lightbox. */
function closeOnBack(lightbox: PhotoSwipe): void {
  const leave = addHistoryEntry(() => lightbox.close());
  const closeAtOnce = () => lightbox.destroy();
  document.addEventListener('turbo:before-cache', closeAtOnce);
  lightbox.on('close', leave);
  lightbox.on('destroy', () => document.removeEventListener('turbo:before-cache', closeAtOnce));
}

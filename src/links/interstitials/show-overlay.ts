import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Client } from '../../platform/http/caller.ts';
import type { Redirect } from '../../platform/http/endpoint.ts';
import { getVotes } from '../overlays/answers.ts';
import type { Overlay } from '../overlays/overlay.ts';
import { ownedOverlays } from '../overlays/overlays.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import { checkDestination } from '../custom-pages/input.ts';
import { checkFraming } from './check-framing.ts';
import { pictureAddress } from '../custom-pages/pictures.ts';
import { getPixelPart } from './pixel-part.ts';
import { sealPage } from './sealed-page.ts';
import { originOf, pixelsBelow, showPixels, withSources } from './show-pages.ts';
import { frameSources } from '../custom-pages/components.ts';
import { overlayView } from '../overlays/components.ts';

interface Shown {
  said?: 'yes' | 'no' | undefined;
  /** State of the rejected form. */
  form?: FormState;
  /** Whether the form was submitted. */
  isSent?: boolean;
}

/**
 * Shows the destination in a frame with the owner's overlay. Redirects directly if the overlay was deleted.
 */
export async function showOverlay(
  app: App,
  followed: FollowedLink,
  client: Client,
  { said, form = {}, isSent = false }: Shown = {},
): Promise<View | Redirect> {
  const to = checkDestination(followed.to);
  const { ownerId, overlayId } = followed;
  const overlay = overlayId === null ? undefined : await ownedOverlays.find(app, ownerId, overlayId);
  if (!overlay) return showPixels(app, followed, client, said);
  const [isFramed, part, votes] = await Promise.all([
    checkFraming(app, to, originOf(followed)),
    getPixelPart(app, followed, client, said),
    isSent ? votesToShow(app, overlay) : [],
  ]);
  const { picture } = overlay.content;
  const view = overlayView(followed, overlay, {
    isFramed,
    box: {
      picture: picture && pictureAddress(app, picture),
      sealed: sealPage(app, 'overlay', followed),
      form,
      sent: isSent ? { votes } : undefined,
    },
    below: pixelsBelow(app, 'overlay', followed, part),
  });
  return withSources(view, part, isFramed ? frameSources : []);
}

const votesToShow = (app: App, { id, kind, content }: Overlay) =>
  kind === 'poll' && content.showsResults ? getVotes(app, id, content) : [];

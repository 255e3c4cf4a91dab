/** A video identified by its URL. */
type Video = { at: 'youtube' | 'vimeo'; id: string; secret: string } | { at: 'file'; url: string };

/** Parses YouTube and Vimeo URLs in their common forms, and URLs of files that browsers can play. */
export function parseVideo(address: string): Video | undefined {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  if (host === 'youtu.be') return youtube(url.pathname.slice(1));
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youtube(
      url.searchParams.get('v') ?? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(url.pathname)?.[1],
    );
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const [, id, secret = url.searchParams.get('h') ?? ''] =
      /^\/(?:video\/)?(\d{1,15})(?:\/([0-9a-f]{1,40}))?\/?$/.exec(url.pathname) ?? [];
    return id === undefined
      ? undefined
      : { at: 'vimeo', id, secret: /^[0-9a-f]*$/.test(secret) ? secret : '' };
  }
  return url.protocol === 'https:' && /\.(mp4|m4v|webm)$/i.test(url.pathname)
    ? { at: 'file', url: url.href }
    : undefined;
}

const youtube = (id: string | null | undefined): Video | undefined =>
  id && /^[\w-]{6,20}$/.test(id) ? { at: 'youtube', id, secret: '' } : undefined;

/** Returns the player URL to embed after the visitor presses play, and the origin to allow for the frame. */
export function playerFor(video: Video): { address: string; origin: string } | undefined {
  if (video.at === 'file') return undefined;
  const origin = video.at === 'youtube' ? 'https://www.youtube-nocookie.com' : 'https://player.vimeo.com';
  const path = video.at === 'youtube' ? `/embed/${video.id}` : `/video/${video.id}`;
  const secret = video.secret && `&h=${video.secret}`;
  return {
    origin,
    address: `${origin}${path}?autoplay=1${video.at === 'youtube' ? '&rel=0' : '&dnt=1'}${secret}`,
  };
}

export const slots = ['microphone', 'camera', 'screen'] as const;
export type Slot = (typeof slots)[number];
export type Sending = Record<Slot, boolean>;

/** The tracks that this device sends. */
export interface Media {
  sending(): Sending;
  track(slot: Slot): MediaStreamTrack | null;
  /** Turns a track on or off. Rejects if the user or the browser does not allow it. */
  toggle(slot: Slot): Promise<void>;
  stop(): void;
}

const quality = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 24 } };

/**
 * Opens the device's media with every track off. Calls `onChange` on every change, including when the browser
 * stops sharing a screen.
 */
export function openMedia(onChange: () => void): Media {
  const tracks = new Map<Slot, MediaStreamTrack>();
  let isOver = false;
  const isOn = (slot: Slot) => tracks.get(slot)?.enabled === true;

  const end = (slot: Slot) => {
    tracks.get(slot)?.stop();
    tracks.delete(slot);
    onChange();
  };

  const begin = async (slot: Slot) => {
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) throw new Error('Calls need https');
    const stream =
      slot === 'screen'
        ? await devices.getDisplayMedia({ video: { frameRate: { ideal: 15 } } })
        : await devices.getUserMedia(slot === 'camera' ? { video: quality } : { audio: true });
    const [track] = stream.getTracks();
    if (!track) return;
    if (isOver) {
      track.stop();
      return;
    }
    tracks.set(slot, track);
    track.addEventListener('ended', () => end(slot));
    onChange();
  };

  return {
    sending: () => ({ microphone: isOn('microphone'), camera: isOn('camera'), screen: isOn('screen') }),
    track: (slot) => tracks.get(slot) ?? null,
    toggle: async (slot) => {
      const track = tracks.get(slot);
      if (!track) await begin(slot);
      else if (slot === 'microphone') {
        // The track stays open, so that unmuting is instant.
        track.enabled = !track.enabled;
        onChange();
      } else end(slot);
    },
    stop: () => {
      isOver = true;
      for (const track of tracks.values()) track.stop();
      tracks.clear();
    },
  };
}

import { t } from '../translate.ts';
import type { CallState, Participant } from './call-api.ts';
import type { Media } from './media.ts';
import { openPeer, type Peer, type Signal } from './peer.ts';
import type { Tile } from './tiles.ts';

interface Wanted {
  me: string;
  media: Media;
  iceServers: () => RTCIceServer[];
  send: (to: { user: string; device: string }, signal: Signal) => void;
  onChange: () => void;
}

/** The connections to all other participants of a call. */
export interface Mesh {
  /** Connects to the current participants and disconnects from everyone else. */
  follow(call: CallState): void;
  receive(from: { user: string; device: string }, signal: Signal): void;
  /** Sends the current tracks. */
  update(): void;
  tiles(): Tile[];
  /** `connecting` until the first peer is connected, `broken` while a peer is disconnected. */
  state(): 'connecting' | 'connected' | 'broken';
  close(): void;
}

type Person = NonNullable<Participant['user']>;

export function openMesh({ me, media, iceServers, send, onChange }: Wanted): Mesh {
  const peers = new Map<string, Peer>();
  const people = new Map<string, Person>();

  const ensure = (user: string, device: string): Peer => {
    const known = peers.get(user);
    if (known?.device === device) return known;
    known?.close();
    const peer = openPeer({
      device,
      // Both sides derive the same answer.
      isOfferer: BigInt(me) > BigInt(user),
      iceServers: iceServers(),
      media,
      send: (signal) => send({ user, device }, signal),
      onChange,
    });
    peers.set(user, peer);
    return peer;
  };

  return {
    follow: ({ participants }) => {
      const joined = participants.filter(({ state, user }) => state === 'joined' && user !== null);
      for (const { user, device } of joined)
        if (user) {
          people.set(user.user_id, user);
          ensure(user.user_id, device);
        }
      for (const [user, peer] of peers)
        if (!joined.some((each) => each.user?.user_id === user)) {
          peer.close();
          peers.delete(user);
        }
      onChange();
    },
    receive: ({ user, device }, signal) => ensure(user, device).receive(signal),
    update: () => {
      for (const peer of peers.values()) peer.update();
    },
    tiles: () =>
      [...peers].flatMap(([user, peer]) => {
        const person = people.get(user);
        return person ? tilesOf(person, peer) : [];
      }),
    state: () => {
      const states = [...peers.values()].map(({ connection }) => connection.connectionState);
      if (states.some((state) => state === 'disconnected' || state === 'failed')) return 'broken';
      return states.includes('connected') ? 'connected' : 'connecting';
    },
    close: () => {
      for (const peer of peers.values()) peer.close();
      peers.clear();
    },
  };
}

function tilesOf(person: Person, peer: Peer): Tile[] {
  const { microphone, camera, screen } = peer.sends();
  const state = peer.connection.connectionState;
  const shared = { picture: person.user_picture, isMe: false };
  const note =
    state === 'connected'
      ? ''
      : state === 'new' || state === 'connecting'
        ? t`Connecting…`
        : t`Reconnecting…`;
  const face: Tile = {
    ...shared,
    key: person.user_id,
    name: person.user_firstname,
    stream: peer.camera,
    isScreen: false,
    hasVideo: camera,
    isMuted: state === 'connected' && !microphone,
    note,
  };
  if (!screen) return [face];
  const shown: Tile = {
    ...shared,
    key: `${person.user_id}-screen`,
    name: `${person.user_firstname}’s screen`,
    stream: peer.screen,
    isScreen: true,
    hasVideo: true,
    isMuted: false,
    note: '',
  };
  return [shown, face];
}

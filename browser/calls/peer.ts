import { slots, type Media, type Sending } from './media.ts';

/** A signaling message that devices exchange through the server to connect. */
export interface Signal {
  description?: RTCSessionDescriptionInit;
  candidate?: RTCIceCandidateInit;
}

interface PeerOptions {
  device: string;
  /** Whether this side offers first. If both offer at once, its offer wins and the other is dropped. */
  isOfferer: boolean;
  iceServers: RTCIceServer[];
  media: Media;
  send: (signal: Signal) => void;
  onChange: () => void;
}

/** The connection to another device. */
export interface Peer {
  readonly device: string;
  /** Microphone and camera. The screen has a separate stream. */
  readonly camera: MediaStream;
  readonly screen: MediaStream;
  readonly connection: RTCPeerConnection;
  sends(): Sending;
  receive(signal: Signal): void;
  /** Sends the current tracks. */
  update(): void;
  close(): void;
}

/** How long a connection may be disconnected before ICE restarts, in milliseconds. */
const maxWait = 4000;
const kinds = ['audio', 'video', 'video'] as const;
const maxBits = [undefined, 900_000, 1_800_000] as const;

/**
 * Connects by perfect negotiation. Voice, camera and screen have transceivers from the start, so turning one
 * on needs no renegotiation.
 */
export function openPeer({ device, isOfferer, iceServers, media, send, onChange }: PeerOptions): Peer {
  const connection = new RTCPeerConnection({ iceServers });
  const [camera, screen] = [new MediaStream(), new MediaStream()];
  let theirs: Sending = { microphone: false, camera: false, screen: false };
  let channel: RTCDataChannel | undefined;
  let isOffering = false;
  let isIgnoring = false;
  let timer = 0;
  let last = Promise.resolve();

  const sayWhatIsSent = () => {
    if (channel?.readyState === 'open') channel.send(JSON.stringify(media.sending()));
  };
  const useChannel = (opened: RTCDataChannel) => {
    channel = opened;
    channel.onopen = sayWhatIsSent;
    channel.onmessage = ({ data }) => {
      theirs = JSON.parse(String(data)) as Sending;
      onChange();
    };
    sayWhatIsSent();
  };
  const update = () => {
    for (const [i, transceiver] of connection.getTransceivers().entries()) {
      const slot = slots[i];
      if (!slot) continue;
      if (transceiver.direction !== 'sendrecv') transceiver.direction = 'sendrecv';
      void transceiver.sender.replaceTrack(media.track(slot)).catch(() => undefined);
    }
    sayWhatIsSent();
  };
  const limitBits = () => {
    for (const [i, { sender }] of connection.getTransceivers().entries()) {
      const parameters = sender.getParameters();
      const [encoding] = parameters.encodings;
      if (!encoding || maxBits[i] === undefined) continue;
      encoding.maxBitrate = maxBits[i];
      void sender.setParameters(parameters).catch(() => undefined);
    }
  };

  connection.ontrack = ({ track, transceiver }) => {
    const stream = connection.getTransceivers().indexOf(transceiver) === 2 ? screen : camera;
    stream.addTrack(track);
    onChange();
  };
  connection.ondatachannel = ({ channel: opened }) => useChannel(opened);
  connection.onicecandidate = ({ candidate }) => {
    if (candidate) send({ candidate: candidate.toJSON() });
  };
  connection.onnegotiationneeded = async () => {
    try {
      isOffering = true;
      await connection.setLocalDescription();
      if (connection.localDescription) send({ description: connection.localDescription.toJSON() });
    } finally {
      isOffering = false;
    }
  };
  connection.onconnectionstatechange = () => {
    const { connectionState: state } = connection;
    window.clearTimeout(timer);
    if (state === 'connected') limitBits();
    if (state === 'failed') connection.restartIce();
    if (state === 'disconnected') timer = window.setTimeout(() => connection.restartIce(), maxWait);
    onChange();
  };
  if (isOfferer) {
    for (const kind of kinds) connection.addTransceiver(kind, { direction: 'sendrecv' });
    useChannel(connection.createDataChannel('sending'));
    update();
  }

  const take = async ({ description, candidate }: Signal) => {
    if (description) {
      const isCollision =
        description.type === 'offer' && (isOffering || connection.signalingState !== 'stable');
      isIgnoring = isOfferer && isCollision;
      if (isIgnoring) return;
      await connection.setRemoteDescription(description);
      if (description.type !== 'offer') return;
      update();
      await connection.setLocalDescription();
      if (connection.localDescription) send({ description: connection.localDescription.toJSON() });
    } else if (candidate) {
      await connection.addIceCandidate(candidate).catch((error: unknown) => {
        if (!isIgnoring) throw error;
      });
    }
  };

  return {
    device,
    camera,
    screen,
    connection,
    sends: () => theirs,
    // Processed in order, because a candidate after an offer depends on that offer.
    receive: (signal) => void (last = last.then(() => take(signal)).catch(() => undefined)),
    update,
    close: () => {
      window.clearTimeout(timer);
      connection.close();
    },
  };
}

// A WebSocket client for WebDriver BiDi: text frames only (RFC 6455). Node.js has one of its own from 22 on; Debian's
// Node.js is 18.
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [CONTINUED, TEXT, CLOSE, PING, PONG] = [0, 1, 8, 9, 10];

function frame(opcode, body) {
  const mask = randomBytes(4);
  const n = body.length;
  const head = n < 126 ? Buffer.alloc(2) : n < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (n < 126 ? n : n < 65536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(n, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(n), 2);
  return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4])]);
}

/** The first frame of what has come, and how many bytes it takes; null: more must come. */
function parse(data) {
  if (data.length < 2) return null;
  const short = data[1] & 0x7f;
  const at = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < at) return null;
  const n = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  if (data.length < at + n) return null;
  return { last: (data[0] & 0x80) !== 0, opcode: data[0] & 15, body: data.subarray(at, at + n), bytes: at + n };
}

/** Connects; onText is called with each message. */
export async function connect(url, onText) {
  const key = randomBytes(16).toString('base64');
  const { hostname, port, pathname } = new URL(url);
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': key,
    'Sec-WebSocket-Version': '13',
  };
  const request = http.request({ hostname, port, path: pathname, headers });
  const socket = await new Promise((done, failed) => {
    request.once('upgrade', (response, upgraded) => {
      const wanted = createHash('sha1').update(key + GUID).digest('base64');
      if (response.headers['sec-websocket-accept'] === wanted) done(upgraded);
      else failed(new Error(`${url} does not speak WebSocket`));
    });
    request.once('response', (response) => failed(new Error(`${url}: ${response.statusCode}`)));
    request.once('error', failed);
    request.end();
  });
  let waiting = Buffer.alloc(0);
  let message = [];
  socket.on('data', (data) => {
    waiting = Buffer.concat([waiting, data]);
    for (let f = parse(waiting); f !== null; f = parse(waiting)) {
      waiting = waiting.subarray(f.bytes);
      if (f.opcode === PING) socket.write(frame(PONG, f.body));
      if (f.opcode === CLOSE) socket.end();
      if (f.opcode !== TEXT && f.opcode !== CONTINUED) continue;
      message.push(f.body);
      if (!f.last) continue;
      const text = Buffer.concat(message).toString();
      message = [];
      onText(text);
    }
  });
  socket.on('error', () => socket.destroy());
  return { send: (text) => socket.write(frame(TEXT, Buffer.from(text))), close: () => socket.destroy() };
}

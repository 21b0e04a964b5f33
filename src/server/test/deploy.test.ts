import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../config.ts';
import { CONVERT_DEADLINE_MS } from '../documents/pdf/converter.ts';
import { declared } from './declared.ts';
import { builtProgram, killPrograms, startProgram } from './program.ts';

/** The files of `deploy/`, with the real programs where this machine has them (Debian: nginx-light caddy systemd openssl). */

const ROOT = join(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'diplo-deploy-'));
const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});
const ADMIN_PASSWORD = 'un mot de passe';

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}
/** Over HTTPS, whoever signed the certificate. */
const ask = (
  port: number,
  path: string,
  options: { method?: string; body?: Buffer | string; type?: string; token?: string } = {},
) =>
  new Promise<Answered>((done, failed) => {
    const { method = 'GET', body, type, token } = options;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        // Another address of this machine: who asks is not the proxy.
        localAddress: '127.0.0.2',
        path,
        method,
        rejectUnauthorized: false,
        servername: 'localhost',
        headers: {
          host: `localhost:${port}`,
          ...(type ? { 'content-type': type } : {}),
          // Node says no length for a method that has no body.
          ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });

/** What everybody wants of a proxy: pages, files up to the limit, the address of the person, HTTPS for a year. */
async function triedThrough(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        ask(port, '/api/v1/health').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  const page = await ask(port, '/login');
  expect(page.status).toBe(200);
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  const signed = await ask(port, '/api/v1/auth/token', {
    method: 'POST',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ username: 'admin@diplo.local', password: ADMIN_PASSWORD }).toString(),
  });
  const { access_token: token } = JSON.parse(signed.text) as { access_token: string };
  const journal = JSON.parse((await ask(port, '/api/v1/audit', { token })).text) as { ip: string }[];
  expect(journal[0]?.ip).toBe('127.0.0.2');
  // Bodies that no route reads hold none of the connections that the proxy keeps to us: a held one would wait for 65 s.
  const unread = { method: 'GET', type: 'text/plain', body: Buffer.alloc(600_000, 'x') };
  const begun = Date.now();
  for (let turn = 0; turn < 3; turn += 1) {
    await Promise.all(Array.from({ length: 20 }, () => ask(port, '/api/v1/health', unread)));
    const after = await Promise.all(Array.from({ length: 20 }, () => ask(port, '/api/v1/health')));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  }
  expect(Date.now() - begun).toBeLessThan(60_000);
  const boundary = 'diplo';
  const upload = (bytes: number): Promise<Answered> =>
    ask(port, '/api/v1/templates/', {
      method: 'POST',
      token,
      type: `multipart/form-data; boundary=${boundary}`,
      body: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nM\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="m.docx"\r\n\r\n`,
        ),
        Buffer.alloc(bytes, 'x'),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
  // It is Diplo who refuses, in its own words, as far as the limit goes and a little above.
  for (const [megabytes, status] of [
    [24, 422],
    [26, 413],
  ] as const) {
    const answer = await upload(megabytes * 1024 * 1024);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toHaveProperty('detail');
  }
}

const behind = async (name: string, port: number): Promise<string> =>
  (
    await startProgram(join(folder, name), {
      ADMIN_PASSWORD,
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
    })
  ).url;

test('a proxy waits longer than a PDF takes, and takes more than a file may have', () => {
  const seconds = [
    /response_header_timeout (\d+)s/.exec(read('deploy/Caddyfile')),
    /proxy_read_timeout (\d+)s/.exec(read('deploy/nginx.conf')),
  ];
  for (const found of seconds) expect(Number(found?.[1])).toBeGreaterThan(CONVERT_DEADLINE_MS / 1_000);
  const sizes = [
    /max_size (\d+)MB/.exec(read('deploy/Caddyfile')),
    /client_max_body_size (\d+)m/.exec(read('deploy/nginx.conf')),
  ];
  for (const found of sizes) expect(Number(found?.[1])).toBeGreaterThan(Number(SETTINGS.UPLOAD_MAX_MB.default));
});

test('what is built and started in the image, by compose and by systemd is there, and every setting they name exists', () => {
  expect(read('Dockerfile')).toContain('CMD ["node", "dist/server/main.js"]');
  for (const [, path = ''] of read('Dockerfile').matchAll(/--from=build \/app\/(\S+)/g))
    if (!['node_modules', 'dist'].includes(path)) expect(existsSync(join(ROOT, path)), path).toBe(true);
  const service = read('compose.yaml').split(/^services:/m);
  const named = [...service.join('').matchAll(/^ {4,6}([A-Z_]+):/gm)].map(([, name = '']) => name);
  const others = /^(?:POSTGRES_|ROOT_|DIPLO_)/;
  expect(named.filter((name) => !others.test(name) && !(name in SETTINGS))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test('whatever a thread or a process runs is a file of what is built, and so is every migration', () => {
  const built = dirname(builtProgram());
  const sources = globSync('src/server/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.test\.ts$|[\\/]test[\\/]/.test(path),
  );
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/moduleBeside\(import\.meta\.url, '([^']+)'\)/g)].map(([, name = '']) => `${name}.js`),
  );
  const migrations = globSync('src/server/db/migrations/*.ts', { cwd: ROOT }).map(
    (path) => `migrations/${basename(path, '.ts')}.js`,
  );
  const texts = globSync('src/server/**/*.txt', { cwd: ROOT, exclude: ['src/server/test/**'] }).map((path) =>
    basename(path),
  );
  for (const names of [named, migrations, texts]) expect(names.length).toBeGreaterThan(0);
  expect([...named, ...migrations, ...texts].filter((name) => !existsSync(join(built, name)))).toEqual([]);
  // Found in no other way: an address of a source would not be there.
  expect(sources.filter((path) => /new URL\([^)]*\.ts['"`]/.test(read(path)))).toEqual([]);
});

test('the app that is built is for production, whatever asked for it: no React that warns and traces', () => {
  builtProgram();
  const scripts = globSync(join(ROOT, 'dist/web/assets/*.js'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((path) => /jsxDEV|react_stack_bottom_frame/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('the unit of systemd starts the sources, as it did before they were built: what an update or a way back puts there', async () => {
  const [, main = ''] = /^ExecStart=\S+ \/opt\/diplo\/(\S+)$/m.exec(read('deploy/diplo.service')) ?? [];
  expect(main).toMatch(/^src\//);
  const data = join(folder, 'by-systemd');
  const { url } = await startProgram(data, {}, { program: process.execPath, args: [join(ROOT, main)] });
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
});

test('every command, setting, file and address that the guide of exploitation names exists', async () => {
  const guide = read('docs/exploitation.md');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [...guide.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const files = [...guide.matchAll(/`((?:src|deploy|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const settings = [...guide.matchAll(/`([A-Z]+_[A-Z_]+|SIGNUP|METRICS)[=`]/g)].map(([, name = '']) => name);
  const ofCompose = new Set(['DIPLO_SITE', 'POSTGRES_PASSWORD', 'NEW_SECRET_KEY', 'S3_KEY', 'S3_SECRET']);
  expect(settings.filter((name) => !(name in SETTINGS) && !ofCompose.has(name))).toEqual([]);
  const addresses = [...guide.matchAll(/GET \/api\/v1(\/[\w/]+)/g)].map(([, path = '']) => path);
  const known = new Set<string>((await declared()).map(({ path }) => path));
  expect(addresses.filter((path) => !known.has(path))).toEqual([]);
  expect(Math.min(commands.length, files.length, settings.length, addresses.length)).toBeGreaterThan(2);
});

test.runIf(has('systemd-analyze'))('systemd reads the unit without a word', () => {
  const unit = join(folder, 'diplo.service');
  const own = read('deploy/diplo.service')
    .replaceAll('/opt/diplo/node_modules/.bin/node', process.execPath)
    .replaceAll('/opt/diplo', ROOT)
    .replace(/^User=.*$/m, 'User=games');
  writeFileSync(unit, own);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('diplo.service'))).toEqual([]);
  expect(status).toBe(0);
});

test.runIf(process.getuid?.() === 0 && has('setpriv'))(
  'it runs for a user without rights, where it may write nothing but its data',
  async () => {
    const data = join(folder, 'unprivileged');
    mkdirSync(data);
    const nobody = 65_534;
    chownSync(data, nobody, nobody);
    chownSync(folder, nobody, nobody);
    // What the image holds, and nothing else: neither the list of packages nor the Node that npm brings.
    const image = join(folder, 'image');
    for (const [, path = ''] of read('Dockerfile').matchAll(/--from=build \/app\/(\S+)/g))
      if (path === 'node_modules') symlinkSync(join(ROOT, path), join(image, path));
      else if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(image, path), { recursive: true });
    const asNobody = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'];
    const { url, child } = await startProgram(
      data,
      {},
      { program: 'setpriv', args: [...asNobody, process.execPath, join(image, 'dist/server/main.js')] },
    );
    expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
    // A command works there too, beside the server.
    const verified = spawnSync('setpriv', [...asNobody, 'npm', 'run', 'verify'], {
      cwd: image,
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        DATA_DIR: data,
        HOME: join(folder, 'no home'),
      },
      encoding: 'utf8',
    });
    expect(verified.stderr + verified.stdout).toMatch(/✓ /);
    expect(verified.status, verified.stdout).toBe(0);
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  },
);

describe.runIf(has('nginx') && has('openssl'))('nginx in front', () => {
  test('pages, files, addresses and HTTPS go through, and http leads to https', async () => {
    const [plain, secure] = [await freePort(), await freePort()];
    const url = await behind('nginx', secure);
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        certificate,
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
      ],
      { stdio: 'ignore' },
    );
    const site = read('deploy/nginx.conf')
      .replace('127.0.0.1:3000', new URL(url).host)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`)
      .replaceAll('diplo.exemple.fr;', 'localhost;')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    const whole = join(folder, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      whole,
      `pid ${folder}/nginx.pid; daemon off; error_log ${folder}/error.log; user root;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${site} }`,
    );
    const nginx = spawn('nginx', ['-c', whole, '-p', folder], { stdio: 'ignore' });
    stops.push(() => nginx.kill('SIGQUIT'));
    await triedThrough(secure);
    const moved = await fetch(`http://127.0.0.1:${plain}/login`, {
      headers: { host: 'localhost' },
      redirect: 'manual',
    });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/.*\/login$/),
    ]);
  });
});

describe.runIf(has('caddy'))('Caddy in front', () => {
  test('pages, files, addresses and HTTPS go through', async () => {
    const port = await freePort();
    const url = await behind('caddy', port);
    const config = join(folder, 'Caddyfile');
    writeFileSync(
      config,
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}/caddy-store\n}\n${read('deploy/Caddyfile')}`,
    );
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder, DIPLO_SITE: `localhost:${port}`, DIPLO_UPSTREAMS: new URL(url).host },
    });
    stops.push(() => caddy.kill('SIGTERM'));
    await triedThrough(port);
  });
});

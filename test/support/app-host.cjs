const { fork } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/** The test file's side of app-host.main.ts. It must not keep jest running: the channel holds the process only while a request is open. */
exports.AppHost = class {
  isRunning = true;
  asked = new Map();
  onEnded = new Map();
  lastId = 0;

  constructor(rootDir, stack) {
    const log = fs.openSync(path.join(JSON.parse(stack).runFolder, 'logs', `app-host-${process.pid}.log`), 'a');
    this.child = fork(path.join(rootDir, 'dist/test/support/app-host.main.js'), {
      stdio: ['ignore', log, 'inherit', 'ipc'],
      execArgv: ['--enable-source-maps'],
      detached: true, // Only jest gets Ctrl-C; the host ends when jest's end of the channel closes.
    });
    this.child.on('message', (event) => (event.kind === 'ended' ? this.end(event) : this.settle(event)));
    this.child.on('exit', () => this.fail());
    this.child.unref();
    this.child.channel.unref();
  }

  get pid() {
    return this.child.pid;
  }

  ask(request, onEnded) {
    if (!this.isRunning) throw new Error('the app host has ended: see above');
    const id = ++this.lastId;
    if (onEnded) this.onEnded.set(id, onEnded);
    const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
    this.child.channel.ref();
    this.child.send({ ...request, id });
    return { id, answer };
  }

  settle({ kind, id, result, error }) {
    const { resolve, reject } = this.asked.get(id);
    this.asked.delete(id);
    if (this.asked.size === 0) this.child.channel.unref();
    if (kind === 'done') resolve(result);
    else reject(new Error(error));
  }

  end({ app, code }) {
    this.onEnded.get(app)?.(code);
    this.onEnded.delete(app);
  }

  fail() {
    this.isRunning = false;
    this.hostedAtEnd = this.onEnded.size;
    for (const { reject } of this.asked.values()) reject(new Error('the app host has ended: see above'));
    for (const onEnded of this.onEnded.values()) onEnded(null);
  }
};

// The services that run with the packages of this folder, for scripts/ensure-dependencies.mjs: these packages must not change.
// Plain Node without packages.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folderIn = (root) => path.join(root, 'node_modules/.cache/colophon/running');

/** Until this process ends. @param {string} root of the project */
export function noteRunning(root) {
  const file = path.join(folderIn(root), String(process.pid));
  try {
    mkdirSync(folderIn(root), { recursive: true });
    writeFileSync(file, '');
    process.on('exit', () => rmSync(file, { force: true }));
  } catch {
    // Packages that cannot be written cannot change either.
  }
}

/** @param {string} root of the project @returns their process ids */
export function runningServices(root) {
  return namesIn(folderIn(root)).map(Number).filter(isAlive);
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

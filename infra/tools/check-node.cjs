// Stops with a clear message when this Node is too old for the project. Any Node since version 6 can run this file.
const required = require('../../package.json').engines.node;
const [major, minor] = required.replace('>=', '').split('.').map(Number);
const [currentMajor, currentMinor] = process.versions.node.split('.').map(Number);

if (currentMajor < major || (currentMajor === major && currentMinor < minor)) {
  process.stderr.write(
    `This project needs Node ${required}, but this is Node ${process.versions.node} (${process.platform} ${process.arch}).\n` +
      'npm installs a suitable Node on Linux (x64, arm64) and Windows (x64): run `npm ci` without `--omit=optional`.\n' +
      'On other platforms, install Node 24 first: https://nodejs.org/en/download\n',
  );
  process.exit(1);
}

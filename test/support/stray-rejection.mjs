// Preloaded into an app (--import): SIGUSR2 makes a rejected promise that is not handled.
process.on('SIGUSR2', () => void Promise.reject(new Error('not handled')));

cd /tmp/wt/F; export PATH=$PWD/node_modules/.bin:$PATH
node scripts/build.ts || exit 1
PORT=4640 DATA_DIR=/tmp/wt/F-demo NODE_ENV=production DEMO=1 WORKERS=1 node src/main.ts start > /tmp/wt/F-demo.log 2>&1 &
pid=$!
for i in $(seq 1 300); do curl -s -o /dev/null http://127.0.0.1:4640/readyz && grep -q "runs at" /tmp/wt/F-demo.log && break; sleep 2; done
node zz-shots.ts
kill $pid; wait $pid

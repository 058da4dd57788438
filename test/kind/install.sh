#!/bin/sh
# Installs the chart with an image that is already in the cluster: test/kind/install.sh TAG. Kafka and PostgreSQL run in the cluster, for
# this test only.
set -eux
cd "$(dirname "$0")/../.."
kubectl apply -f test/kind/kafka-and-postgres.yaml
kubectl -n outside rollout status deployment/kafka deployment/postgres --timeout 3m
kubectl create namespace parcel
kubectl label namespace parcel pod-security.kubernetes.io/enforce=restricted
kubectl -n parcel create secret generic parcel-database \
  --from-literal DATABASE_URL='postgres://parcel:parcel@postgres.outside.svc:5432/parcel'
kubectl -n parcel create secret generic parcel-secrets-key --from-literal SECRETS_KEY="$(openssl rand -base64 32)"
helm install parcel deploy/helm/parcel-event-webhooks -n parcel \
  -f deploy/helm/parcel-event-webhooks/ci/minimal-values.yaml \
  --set-string "image.tag=$1,kafka.brokers[0]=kafka.outside.svc:9092" --wait --timeout 5m
helm test parcel -n parcel --logs
helm upgrade parcel deploy/helm/parcel-event-webhooks -n parcel --reuse-values --set tokenApi.replicas=3 --wait --timeout 5m
helm rollback parcel 1 -n parcel --wait --timeout 5m
helm uninstall parcel -n parcel --wait --timeout 2m
